#include "core/system_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "core/concat.h"
#include "core/error.h"
#include "core/system_calls.h"

namespace tfm {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporaryMark = ".tmp-";

// What a person can do about a failed write.
std::string advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space there or choose another place";
    case EFBIG:
      return "the file is larger than the system allows; raise the limit (ulimit -f) or choose another disk";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place you may write to";
    case ENOENT:
      return "make its folder first";
    case ENOTDIR:
    case EEXIST:
      return "a part of this path is a file; choose another path";
    case EISDIR:
      return "a folder of that name is in the way; choose another name";
    default:
      return "check the path and the disk";
  }
}

// 0 or the system's error. Some file systems can't sync a folder; their rename is as safe as they make it.
int sync_path(const fs::path& path) {
  const Descriptor file(open_retrying(path, O_RDONLY));
  if (!file.is_open()) return errno;
  if (system_calls.fsync(file.get()) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
  return errno;
}

}  // namespace

std::string system_reason(int error) { return std::generic_category().message(error); }

void fail_changing(const std::string& what, int error) {
  throw UserError(concat("can't ", what, ": ", system_reason(error), "; ", advice(error)), ExitCode::kFailed);
}

void fail_reading(const std::filesystem::path& path, int error) {
  const std::string what = error == ENOENT   ? "check the path"
                           : error == EISDIR ? "give a file's path"
                           : error == EACCES ? "make it readable for you"
                                             : "check the path and the disk";
  throw UserError(concat("can't read ", path.string(), ": ", system_reason(error), "; ", what));
}

int open_retrying(const fs::path& path, int flags) {
  int descriptor = -1;
  do {
    descriptor = system_calls.open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

ssize_t read_retrying(int descriptor, char* bytes, size_t size) {
  ssize_t count = 0;
  do {
    count = ::read(descriptor, bytes, size);
  } while (count < 0 && errno == EINTR);
  return count;
}

int write_all(int descriptor, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t count = system_calls.write(descriptor, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return EIO;  // it would go on for ever
    bytes += count;
    size -= static_cast<size_t>(count);
  }
  return 0;
}

int lock_retrying(int descriptor, int operation) {
  int result = 0;
  do {
    result = ::flock(descriptor, operation | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
}

int open_input(const fs::path& path) {
  if (path == kStandardInput) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  return open_retrying(path, O_RDONLY);
}

int open_for_reading(const fs::path& path) {
  const int descriptor = open_input(path);
  if (descriptor < 0) fail_reading(path, errno);
  return descriptor;
}

void read_in_pieces(const fs::path& path, const std::function<void(std::string_view)>& use) {
  const Descriptor file(open_for_reading(path));
  std::vector<char> buffer(size_t{1} << 20);
  while (true) {
    const ssize_t count = read_retrying(file.get(), buffer.data(), buffer.size());
    if (count < 0) fail_reading(path, errno);
    if (count == 0) return;
    use({buffer.data(), static_cast<size_t>(count)});
  }
}

int make_folders(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return 0;
  const fs::path parent = path.parent_path();
  if (!parent.empty() && parent != path) {
    if (const int error = make_folders(parent)) return error;
  }
  if (system_calls.mkdir(path.c_str(), 0777) == 0) return 0;
  if (errno != EEXIST) return errno;
  return fs::is_directory(path, ignored) ? 0 : ENOTDIR;
}

int remove_tree(const fs::path& path) {
  std::error_code error;
  const bool is_folder = fs::is_directory(fs::symlink_status(path, error));
  if (is_folder) {
    std::vector<fs::path> entries;  // collected first: a folder that changes while it is read may skip some
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      entries.push_back(entry->path());
    }
    if (error) return error.value();
    for (const auto& entry : entries) {
      if (const int problem = remove_tree(entry)) return problem;
    }
  }
  const int result = is_folder ? system_calls.rmdir(path.c_str()) : system_calls.unlink(path.c_str());
  return result == 0 || errno == ENOENT ? 0 : errno;
}

void rename_or_fail(const fs::path& from, const fs::path& to) {
  if (system_calls.rename(from.c_str(), to.c_str()) != 0)
    fail_changing(concat("rename ", from.string(), " to ", to.string()), errno);
}

void sync_or_fail(const fs::path& path) {
  if (const int error = sync_path(path)) fail_changing(concat("write ", path.string(), " to disk"), error);
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

fs::path temporary_name(const fs::path& final_path, std::string_view extra) {
  return folder_of(final_path) / concat('.', final_path.filename().string(), extra, kTemporaryMark, ::getpid());
}

std::string name_behind(const std::string& temporary) {
  const size_t mark = temporary.rfind(kTemporaryMark);
  if (mark == std::string::npos || mark < 2 || temporary[0] != '.') return "";
  const std::string pid = temporary.substr(mark + kTemporaryMark.size());
  if (pid.empty() || pid.find_first_not_of("0123456789") != std::string::npos) return "";
  return temporary.substr(1, mark - 1);
}

}  // namespace tfm
