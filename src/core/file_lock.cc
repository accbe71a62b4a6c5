#include "core/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

FileLock::FileLock(const std::filesystem::path& file) : file_(open_retrying(file, O_RDONLY)) {
  if (!file_.is_open()) fail_reading(file, errno);
  const int error = lock_retrying(file_.get(), LOCK_EX);
  if (error == 0) return;
  if (error != EWOULDBLOCK) fail_changing(concat("lock ", file.string()), error);
  throw UserError(concat(file.string(), " is being written by another tfm; wait for it, or name another file"),
                  ExitCode::kFailed);
}

}  // namespace tfm
