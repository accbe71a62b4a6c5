// TensorFlow's record files: records one after the other, each as
//   length (8 bytes), masked CRC of the length (4), the record, masked CRC of the record (4); little-endian.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace tfm::events {

// The record as it stands in a file.
std::string framed(std::string_view record);

// Reads a file's records in order, as far as they are whole: a kill may have cut the last one short.
class RecordReader {
 public:
  // UserError when the file can't be read.
  explicit RecordReader(const std::filesystem::path& file);

  // The next record; none at the end, and none from the first that isn't whole or doesn't equal its check sums.
  std::optional<std::string> next();
  // Bytes of the file up to the end of the last record that next() gave.
  int64_t position() const { return position_; }

 private:
  std::optional<std::string> read(int64_t size);

  std::ifstream in_;
  int64_t size_;  // of the file
  int64_t position_ = 0;
};

}  // namespace tfm::events
