#include "core/appending_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/system_calls.h"

namespace tfm {

AppendingFile::AppendingFile(std::filesystem::path path)
    : path_(std::move(path)), file_(open_retrying(path_, O_WRONLY | O_CREAT | O_APPEND)) {
  struct stat status {};
  if (!file_.is_open() || ::fstat(file_.get(), &status) != 0) fail_changing(concat("write ", path_.string()), errno);
  size_ = status.st_size;
}

void AppendingFile::check_place() const {
  struct stat open_file {
  }, named_file{};
  const bool is_there = ::stat(path_.c_str(), &named_file) == 0;
  if (!is_there && errno != ENOENT && errno != ENOTDIR) fail_changing(concat("write ", path_.string()), errno);
  const bool is_same = is_there && ::fstat(file_.get(), &open_file) == 0 && open_file.st_dev == named_file.st_dev &&
                       open_file.st_ino == named_file.st_ino;
  if (is_same) return;
  throw UserError(concat("can't write ", path_.string(),
                         ": it was removed or moved away in the meantime; put it back, or begin in another folder"),
                  ExitCode::kFailed);
}

void AppendingFile::append(std::string_view bytes) {
  check_place();
  if (const int error = write_all(file_.get(), bytes.data(), bytes.size())) {
    static_cast<void>(system_calls.truncate(path_.c_str(), size_));  // the message is about the first error
    fail_changing(concat("write ", path_.string(), " (", bytes.size(), " bytes more)"), error);
  }
  size_ += std::ssize(bytes);
}

void AppendingFile::sync() {
  check_place();
  const int error = system_calls.fsync(file_.get()) == 0 ? 0 : errno;
  if (error != 0 && error != EINVAL) fail_changing(concat("write ", path_.string(), " to disk"), error);
}

void cut_file(const std::filesystem::path& path, int64_t size) {
  if (system_calls.truncate(path.c_str(), size) == 0) return;
  fail_changing(concat("cut ", path.string(), " back to ", size, " bytes"), errno);
}

}  // namespace tfm
