// Protocol buffers by hand (https://protobuf.dev/programming-guides/encoding): a few fields of a few messages don't
// need the library and its compiler.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfm::protobuf {

// A field as it stands in a message: a number, or the bytes of a string or of a message within.
struct Field {
  uint32_t number = 0;
  uint64_t value = 0;  // as it stands: the bits of a double or a float
  std::string_view bytes;
};

// Reads a message field by field; the bytes must outlive it.
class Reader {
 public:
  explicit Reader(std::string_view message) : rest_(message) {}

  bool done() const { return rest_.empty(); }
  // std::runtime_error where the bytes are no protocol buffer.
  Field next();

 private:
  uint64_t varint();
  uint64_t little_endian(size_t size);
  std::string_view take(size_t size);

  std::string_view rest_;
};

// Calls `visit` with each field of the message.
template <typename Visit>
void for_each_field(std::string_view message, Visit visit) {
  for (Reader reader(message); !reader.done();) visit(reader.next());
}

// Writes a message field by field, in the order of the calls.
class Writer {
 public:
  Writer& number(uint32_t field, uint64_t value);  // int32, int64, uint32, uint64, bool, enum
  Writer& real(uint32_t field, double value);
  Writer& real(uint32_t field, float value);
  Writer& bytes(uint32_t field, std::string_view value);  // string, bytes, a message within

  const std::string& message() const { return message_; }

 private:
  void varint(uint64_t value);
  void little_endian(uint64_t value, int size);

  std::string message_;
};

}  // namespace tfm::protobuf
