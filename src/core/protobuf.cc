#include "core/protobuf.h"

#include <bit>
#include <stdexcept>

namespace tfm::protobuf {
namespace {

enum WireType : uint32_t { kVarint = 0, kEightBytes = 1, kBytes = 2, kFourBytes = 5 };

uint64_t tag(uint32_t field, WireType type) { return uint64_t{field} << 3 | type; }

}  // namespace

std::string_view Reader::take(size_t size) {
  if (size > rest_.size()) throw std::runtime_error("a protocol buffer ends within a field");
  const std::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return bytes;
}

uint64_t Reader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<uint8_t>(take(1)[0]);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  throw std::runtime_error("a protocol buffer has a number of more than 64 bits");
}

uint64_t Reader::little_endian(size_t size) {
  uint64_t value = 0;
  int shift = 0;
  for (const char byte : take(size)) {
    value |= uint64_t{static_cast<uint8_t>(byte)} << shift;
    shift += 8;
  }
  return value;
}

Field Reader::next() {
  const uint64_t tag = varint();
  Field field{static_cast<uint32_t>(tag >> 3), 0, {}};
  switch (tag & 7) {
    case kVarint:
      field.value = varint();
      return field;
    case kEightBytes:
      field.value = little_endian(8);
      return field;
    case kBytes:
      field.bytes = take(varint());
      return field;
    case kFourBytes:
      field.value = little_endian(4);
      return field;
    default:
      throw std::runtime_error("a protocol buffer has a field of an unknown kind");
  }
}

void Writer::varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7) message_ += static_cast<char>(value | 0x80);
  message_ += static_cast<char>(value);
}

void Writer::little_endian(uint64_t value, int size) {
  for (int i = 0; i < size; ++i) message_ += static_cast<char>(value >> (8 * i));
}

Writer& Writer::number(uint32_t field, uint64_t value) {
  varint(tag(field, kVarint));
  varint(value);
  return *this;
}

Writer& Writer::real(uint32_t field, double value) {
  varint(tag(field, kEightBytes));
  little_endian(std::bit_cast<uint64_t>(value), 8);
  return *this;
}

Writer& Writer::real(uint32_t field, float value) {
  varint(tag(field, kFourBytes));
  little_endian(std::bit_cast<uint32_t>(value), 4);
  return *this;
}

Writer& Writer::bytes(uint32_t field, std::string_view value) {
  varint(tag(field, kBytes));
  varint(value.size());
  message_ += value;
  return *this;
}

}  // namespace tfm::protobuf
