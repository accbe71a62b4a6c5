#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_files.h"

namespace tfm {

namespace fs = std::filesystem;

namespace {

std::string holder(int lock_file) {
  std::array<char, 20> text{};
  const ssize_t size = ::pread(lock_file, text.data(), text.size(), 0);
  const std::string pid(text.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
  return pid.empty() ? "" : concat(" (process ", pid.substr(0, pid.find('\n')), ")");
}

[[noreturn]] void fail_locking(const fs::path& folder, int lock_file, int error) {
  const std::string message =
      error == EWOULDBLOCK
          ? concat(folder.string(), " is in use by another tfm", holder(lock_file),
                   "; wait for it or choose another output directory")
          : concat("can't lock ", folder.string(), ": ", system_reason(error), "; choose a folder on a local disk");
  ::close(lock_file);
  throw UserError(message, ExitCode::kFailed);
}

}  // namespace

// flock() belongs to the open file, so that it holds between threads too and ends with the process, however that ends.
FolderLock::FolderLock(const fs::path& folder) : descriptor_(open_retrying(folder / ".lock", O_RDWR | O_CREAT)) {
  if (descriptor_ < 0) fail_changing(concat("lock ", folder.string()), errno);
  if (const int error = lock_retrying(descriptor_, LOCK_EX)) fail_locking(folder, descriptor_, error);
  // The number only serves the message; on a full disk the lock holds without it. What follows its line break is of an
  // earlier, longer one.
  const std::string pid = concat(::getpid(), '\n');
  static_cast<void>(write_all(descriptor_, pid.data(), pid.size()));
}

bool is_locked(const fs::path& folder) {
  const Descriptor lock_file(open_retrying(folder / ".lock", O_RDONLY));
  return lock_file.is_open() && lock_retrying(lock_file.get(), LOCK_SH) == EWOULDBLOCK;
}

FolderLock::~FolderLock() { ::close(descriptor_); }

}  // namespace tfm
