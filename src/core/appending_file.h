// A file that grows at its end, such as a log.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/system_files.h"

namespace tfm {

// Each function: UserError (kFailed) with path, bytes and reason when the file can't be written, or was removed or
// moved away: what is written then would be lost.
class AppendingFile {
 public:
  // Makes the file where there is none. Nobody else may write to it.
  explicit AppendingFile(std::filesystem::path path);

  // All of the bytes or none: the part of them that a full disk took is cut off again. They are the system's when it
  // returns, so that a kill loses none.
  void append(std::string_view bytes);
  // Brings what was appended to disk, where a power failure loses none either.
  void sync();
  int64_t size() const { return size_; }

 private:
  void check_place() const;

  std::filesystem::path path_;
  Descriptor file_;
  int64_t size_ = 0;
};

// Cuts the file off after its first `size` bytes.
void cut_file(const std::filesystem::path& path, int64_t size);

}  // namespace tfm
