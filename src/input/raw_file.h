// A file's bytes as they lie on disk, with a look at the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/system_files.h"

namespace tfm {

class RawFile {
 public:
  // UserError when the file is missing, a folder or unreadable.
  explicit RawFile(const std::filesystem::path& file);

  // The first bytes, which read() gives again: fewer than kHeadBytes only in a shorter file.
  static constexpr size_t kHeadBytes = 8;
  std::string_view head() const { return head_; }
  // At most `size` bytes; 0 only at the end.
  size_t read(char* to, size_t size);

  int64_t bytes_read() const { return bytes_read_; }
  int64_t file_bytes() const { return file_bytes_; }  // 0: unknown, a pipe
  const std::filesystem::path& file() const { return file_; }

 private:
  size_t read_descriptor(char* to, size_t size);

  std::filesystem::path file_;
  Descriptor descriptor_;
  int64_t file_bytes_ = 0;
  int64_t bytes_read_ = 0;
  std::string head_;
  size_t head_given_ = 0;
};

}  // namespace tfm
