#include "input/raw_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw UserError(concat(file.string(), ": can't be read: ", reason));
}

}  // namespace

RawFile::RawFile(const std::filesystem::path& file) : file_(file), descriptor_(open_retrying(file, O_RDONLY)) {
  if (!descriptor_.is_open()) fail(file_, system_reason(errno));
  struct stat status {};
  if (::fstat(descriptor_.get(), &status) != 0) fail(file_, system_reason(errno));
  if (S_ISDIR(status.st_mode)) fail(file_, "it is a folder, where a text file belongs");
  if (S_ISREG(status.st_mode)) file_bytes_ = status.st_size;
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
