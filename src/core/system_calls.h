// The system calls that change files, in one table. All of tfm writes through it, so that a test which replaces an
// entry sees what a full disk, a failing one or a kill leaves behind.
#pragma once

#include <sys/types.h>

namespace tfm {

// Each does what the call of its name does, errno included.
struct SystemCalls {
  int (*open)(const char* path, int flags, mode_t mode);
  ssize_t (*write)(int descriptor, const void* bytes, size_t size);
  int (*fsync)(int descriptor);
  int (*rename)(const char* from, const char* to);
  int (*exchange)(const char* one, const char* other);  // renameat2 with RENAME_EXCHANGE
  int (*mkdir)(const char* path, mode_t mode);
  int (*unlink)(const char* path);
  int (*rmdir)(const char* path);
  int (*truncate)(const char* path, off_t size);
};

// The system's own. Changed by tests alone, while nothing else writes.
extern SystemCalls system_calls;

}  // namespace tfm
