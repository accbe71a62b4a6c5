// System calls that fail, or are the last before a kill, at a place that a test chooses.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/concat.h"
#include "core/error.h"
#include "core/system_calls.h"
#include "core/system_files.h"
#include "file_testing.h"

namespace tfm {

struct Fault {
  int error = 0;                      // what the call that fails says
  bool stays = false;                 // all calls after it fail as well, as on a disk that turned read-only
  bool kills = false;                 // the process ends there, within a write in its middle
  bool loses_unsynced = false;        // what was not brought to disk goes with it: a power failure
  int64_t free_bytes = INT64_MAX;     // what the disk takes before it is full
  size_t most_at_once = SIZE_MAX;     // of a write: the system may take fewer bytes than it was given
  bool can_exchange = true;           // whether the file system exchanges two names in one step
  static constexpr int kKilled = 77;  // exit code
};

// While it lives, the `failing`-th call that changes files (from 1; 0: none) meets `fault`. One at a time.
class FaultyDisk {
 public:
  FaultyDisk(const Fault& fault, int64_t failing) {
    state = {fault, failing, 0, fault.free_bytes, system_calls, {}};
    system_calls = {
        .open = open,
        .write = write,
        .fsync = sync,
        .rename = [](const char* from, const char* to) { return fails() ? -1 : state.real.rename(from, to); },
        .exchange = exchange,
        .mkdir = [](const char* path, mode_t mode) { return fails() ? -1 : state.real.mkdir(path, mode); },
        .unlink = [](const char* path) { return fails() ? -1 : state.real.unlink(path); },
        .rmdir = [](const char* path) { return fails() ? -1 : state.real.rmdir(path); },
        .truncate = [](const char* path, off_t size) { return fails() ? -1 : state.real.truncate(path, size); }};
  }
  ~FaultyDisk() {
    system_calls = state.real;
    for (const auto& [inode, file] : state.unsynced) ::close(file.descriptor);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  // Whether the work came as far as the call that fails.
  bool was_met() const { return state.calls >= state.failing; }

 private:
  struct UnsyncedFile {
    int descriptor;  // of our own
    off_t size_on_disk;
  };
  struct State {
    Fault fault;
    int64_t failing;
    int64_t calls;
    int64_t free_bytes;
    SystemCalls real;
    std::map<ino_t, UnsyncedFile> unsynced;
  };
  static inline State state{};  // the table's functions can hold nothing

  static bool is_due() {
    ++state.calls;
    return state.failing > 0 && (state.fault.stays ? state.calls >= state.failing : state.calls == state.failing);
  }
  static bool fails() {
    if (!is_due()) return false;
    if (state.fault.kills) end();
    errno = state.fault.error;
    return true;
  }
  [[noreturn]] static void end() {
    if (state.fault.loses_unsynced) {
      for (const auto& [inode, file] : state.unsynced)
        static_cast<void>(!::ftruncate(file.descriptor, file.size_on_disk));
    }
    ::_exit(Fault::kKilled);
  }
  static void note_unsynced(int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || state.unsynced.contains(status.st_ino)) return;
    state.unsynced[status.st_ino] = {::dup(file), status.st_size};
  }
  // Tests don't wait for a disk.
  static int sync(int file) {
    if (fails()) return -1;
    struct stat status {};
    const auto found = ::fstat(file, &status) == 0 ? state.unsynced.find(status.st_ino) : state.unsynced.end();
    if (found == state.unsynced.end()) return 0;
    ::close(found->second.descriptor);
    state.unsynced.erase(found);
    return 0;
  }
  // To read is another matter.
  static int open(const char* path, int flags, mode_t mode) {
    return (flags & O_ACCMODE) != O_RDONLY && fails() ? -1 : state.real.open(path, flags, mode);
  }
  static int exchange(const char* one, const char* other) {
    if (state.fault.can_exchange) return fails() ? -1 : state.real.exchange(one, other);
    errno = EINVAL;
    return -1;
  }
  static ssize_t write(int file, const void* bytes, size_t size) {
    note_unsynced(file);
    if (is_due()) {
      if (state.fault.kills) {
        static_cast<void>(!state.real.write(file, bytes, size / 2));
        end();
      }
      errno = state.fault.error;
      return -1;
    }
    size = std::min({size, state.fault.most_at_once, static_cast<size_t>(state.free_bytes)});
    if (size == 0) {
      errno = ENOSPC;
      return -1;
    }
    state.free_bytes -= static_cast<int64_t>(size);
    return state.real.write(file, bytes, size);
  }
};

// Runs `work` again and again, each time on a disk whose next call meets the fault, until no call is left that could.
// `prepare` comes before and `check` after it, both on a good disk; a kill has ended the process in between. What fails
// must do so with a UserError (kFailed) that gives the system's reason. Returns how many calls there were.
inline int64_t at_every_call(const Fault& fault, const std::function<void()>& prepare,
                             const std::function<void()>& work, const std::function<void()>& check) {
  for (int64_t call = 1;; ++call) {
    SCOPED_TRACE(concat("call ", call, ": ",
                        fault.loses_unsynced ? "power failed"
                        : fault.kills        ? "killed"
                                             : system_reason(fault.error)));
    {
      const FaultyDisk good({}, 0);
      prepare();
    }
    bool was_met = false;
    if (fault.kills) {
      const int code = wait_for(start_child([&] {
        const FaultyDisk disk(fault, call);
        work();
      }));
      was_met = code == Fault::kKilled;
      EXPECT_TRUE(was_met || code == 0) << code;
    } else {
      const FaultyDisk disk(fault, call);
      try {
        work();
      } catch (const UserError& error) {
        EXPECT_EQ(error.exit_code(), ExitCode::kFailed) << error.what();
        EXPECT_NE(std::string(error.what()).find(system_reason(fault.error)), std::string::npos) << error.what();
      }
      was_met = disk.was_met();
    }
    {
      const FaultyDisk good({}, 0);
      check();
    }
    if (!was_met || ::testing::Test::HasFailure()) return call - 1;
  }
}

// The ways in which a call can end badly.
inline std::vector<Fault> faults() {
  return {{.error = ENOSPC},
          {.error = EIO},
          {.error = EDQUOT},
          {.error = ENOSPC, .stays = true},
          {.error = EROFS, .stays = true},
          {.error = EIO, .can_exchange = false},
          {.error = EROFS, .stays = true, .can_exchange = false},
          {.kills = true},
          {.kills = true, .loses_unsynced = true},
          {.kills = true, .can_exchange = false}};
}

// The names in a folder and below it that only a process at work may have there.
inline std::vector<std::string> temporary_names(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!name_behind(entry.path().filename().string()).empty()) found.push_back(entry.path().string());
  }
  return found;
}

}  // namespace tfm
