// What tests of files share: a folder of their own, the message of an error, code run in a process of its own.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include "core/error.h"

namespace tfm {

// A fresh folder, removed with all it holds at the end of the scope.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tfm-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

  // Of everything in it, hidden entries too, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) result.push_back(entry.path().filename());
    std::ranges::sort(result);
    return result;
  }

 private:
  std::filesystem::path path_;
};

// Writes a file without bringing it to disk, which takes its time.
inline void put_file(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The UserError's message; empty, and a failed test, when there was none.
inline std::string error_message(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no UserError";
  return "";
}

// Runs `action` in a process of its own. Exit code 99: it threw.
inline pid_t start_child(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    action();
  } catch (...) {
    ::_exit(99);
  }
  ::_exit(0);
}

// As a shell reports it: the exit code, or 128 + the signal.
inline int wait_for(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// A child that works until it is killed: `work` calls its argument each time there is something to wait for.
class KilledChild {
 public:
  explicit KilledChild(const std::function<void(const std::function<void()>& report)>& work) {
    if (::pipe(reports_) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    process_ = start_child([&] {
      work([&] { static_cast<void>(!::write(reports_[1], "x", 1)); });
      while (true) ::pause();
    });
    ::close(reports_[1]);
  }
  ~KilledChild() {
    kill();
    ::close(reports_[0]);
  }
  KilledChild(const KilledChild&) = delete;
  KilledChild& operator=(const KilledChild&) = delete;

  pid_t process() const { return process_; }

  void wait_for_reports(int count) {
    char report = 0;
    for (int i = 0; i < count; ++i) ASSERT_EQ(::read(reports_[0], &report, 1), 1) << "the child ended early";
  }

  // SIGKILL, as the kernel does when memory runs out.
  void kill() {
    if (killed_) return;
    killed_ = true;
    ::kill(process_, SIGKILL);
    wait_for(process_);
  }

 private:
  int reports_[2];
  pid_t process_;
  bool killed_ = false;
};

// What a person without special rights gets; for a child process.
inline void drop_root() {
  if (::geteuid() == 0 && ::setuid(65534) != 0) throw std::system_error(errno, std::generic_category(), "setuid");
}

// The message of the UserError that `action` throws in a process of its own; empty when it throws none.
inline std::string error_message_in_child(const std::function<void()>& action) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t child = start_child([&] {
    try {
      action();
    } catch (const UserError& error) {
      static_cast<void>(!::write(ends[1], error.what(), std::string(error.what()).size()));
    }
  });
  ::close(ends[1]);
  std::string message(4096, '\0');
  message.resize(static_cast<size_t>(std::max<ssize_t>(::read(ends[0], message.data(), message.size()), 0)));
  ::close(ends[0]);
  EXPECT_EQ(wait_for(child), 0);
  return message;
}

}  // namespace tfm
