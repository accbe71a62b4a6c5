#include "events/records.h"

#include "core/concat.h"
#include "core/error.h"
#include "events/masked_crc.h"

namespace tfm::events {
namespace {

constexpr int kLengthBytes = 8, kSumBytes = 4;

std::string little_endian(uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

uint64_t from_little_endian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) value |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  return value;
}

std::string with_sum(std::string bytes) { return bytes + little_endian(masked_crc32c(bytes), kSumBytes); }

// Takes the sum off the end; none where it is not the bytes'.
std::optional<std::string> without_sum(std::string bytes) {
  const auto sum = from_little_endian(std::string_view(bytes).substr(bytes.size() - kSumBytes));
  bytes.resize(bytes.size() - kSumBytes);
  return sum == masked_crc32c(bytes) ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace

std::string framed(std::string_view record) {
  return with_sum(little_endian(record.size(), kLengthBytes)) + with_sum(std::string(record));
}

RecordReader::RecordReader(const std::filesystem::path& file) : in_(file, std::ios::binary | std::ios::ate) {
  size_ = in_.tellg();
  in_.seekg(0);
  if (!in_) throw UserError(concat("can't read ", file.string(), "; it may be a folder, or not yours to read"));
}

std::optional<std::string> RecordReader::next() {
  const auto length_bytes = read(kLengthBytes + kSumBytes);
  if (!length_bytes) return std::nullopt;
  const auto length = without_sum(*length_bytes);
  if (!length) return std::nullopt;
  const auto record_size = from_little_endian(*length);
  const int64_t left = size_ - in_.tellg() - kSumBytes;
  if (left < 0 || record_size > static_cast<uint64_t>(left)) return std::nullopt;
  const auto record_bytes = read(static_cast<int64_t>(record_size) + kSumBytes);
  if (!record_bytes) return std::nullopt;
  auto record = without_sum(*record_bytes);
  if (record) position_ = in_.tellg();
  return record;
}

// None where the file has less.
std::optional<std::string> RecordReader::read(int64_t size) {
  std::string bytes(static_cast<size_t>(size), '\0');
  if (!in_.read(bytes.data(), size)) return std::nullopt;
  return bytes;
}

}  // namespace tfm::events
