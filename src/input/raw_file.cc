#include "input/raw_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw UserError(concat(file.string(), ": can't be read: ", reason));
}

// Standard input needn't stand at its file's beginning.
int64_t bytes_ahead(int file, int64_t file_size) {
  return std::max<int64_t>(0, file_size - std::max<off_t>(0, ::lseek(file, 0, SEEK_CUR)));
}

}  // namespace

RawFile::RawFile(const std::filesystem::path& file) : file_(file), descriptor_(open_input(file)) {
  if (!descriptor_.is_open()) fail(file_, system_reason(errno));
  struct stat status {};
  if (::fstat(descriptor_.get(), &status) != 0) fail(file_, system_reason(errno));
  if (S_ISDIR(status.st_mode)) fail(file_, "it is a folder, where a text file belongs");
  if (S_ISREG(status.st_mode)) file_bytes_ = bytes_ahead(descriptor_.get(), status.st_size);
  head_.resize(kHeadBytes);
  size_t size = 0;
  while (size < kHeadBytes) {
    const size_t more = read_descriptor(head_.data() + size, kHeadBytes - size);
    if (more == 0) break;
    size += more;
  }
  head_.resize(size);
}

size_t RawFile::read(char* to, size_t size) {
  const size_t waiting = std::min(size, head_.size() - head_given_);
  const size_t count = waiting > 0 ? head_.copy(to, waiting, head_given_) : read_descriptor(to, size);
  head_given_ += waiting;
  bytes_read_ += static_cast<int64_t>(count);
  return count;
}

size_t RawFile::read_descriptor(char* to, size_t size) {
  const ssize_t count = read_retrying(descriptor_.get(), to, size);
  if (count < 0) fail(file_, system_reason(errno));
  return static_cast<size_t>(count);
}

}  // namespace tfm
