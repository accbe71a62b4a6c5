// What the functions of files.h are built from: system calls that a signal can't end early, errors, temporary names.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tfm {

// The system's words for an errno value.
std::string system_reason(int error);

// Throws UserError (kFailed) "can't WHAT: reason; what to do".
[[noreturn]] void fail_changing(const std::string& what, int error);
// Throws UserError "can't read PATH: reason; what to do".
[[noreturn]] void fail_reading(const std::filesystem::path& path, int error);

// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }

 private:
  int value_;
};

// As open(), closed on exec. Also waits through signals, as on a pipe that waits for its other side.
int open_retrying(const std::filesystem::path& path, int flags);
ssize_t read_retrying(int descriptor, char* bytes, size_t size);
// Locks the open file with `operation` of flock() without waiting. 0 or the system's error, EWOULDBLOCK where it is
// held.
int lock_retrying(int descriptor, int operation);
// 0 or the system's error.
int write_all(int descriptor, const char* bytes, size_t size);
// As open_retrying, to read. /dev/stdin is standard input as it was handed over: where it stands in its file, also a
// socket, and with the rights of whoever opened it.
inline constexpr std::string_view kStandardInput = "/dev/stdin";
int open_input(const std::filesystem::path& path);
// A descriptor as open_input gives it, or UserError.
int open_for_reading(const std::filesystem::path& path);
// Reads the file to its end. UserError when it can't be read.
void read_in_pieces(const std::filesystem::path& path, const std::function<void(std::string_view)>& use);

// A folder and its parents. 0 or the system's error.
int make_folders(const std::filesystem::path& path);
// A file, or a folder with all it holds; of a link, the link. 0 or the system's error; what isn't there is none.
int remove_tree(const std::filesystem::path& path);
// UserError (kFailed) naming both.
void rename_or_fail(const std::filesystem::path& from, const std::filesystem::path& to);
// UserError when what was written to a file or folder can't be brought to disk.
void sync_or_fail(const std::filesystem::path& path);

// The folder a path stands in; "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& path);
// ".<name><extra>.tmp-<pid>" beside `final_path`.
std::filesystem::path temporary_name(const std::filesystem::path& final_path, std::string_view extra = "");
// "best" for ".best.tmp-123"; nothing for a name that temporary_name doesn't give.
std::string name_behind(const std::string& temporary);

}  // namespace tfm
