#include "core/system_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace tfm {

constinit SystemCalls system_calls = {
    .open = [](const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); },
    .write = ::write,
    .fsync = ::fsync,
    .rename = ::rename,
    .exchange = [](const char* one,
                   const char* other) { return ::renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE); },
    .mkdir = ::mkdir,
    .unlink = ::unlink,
    .rmdir = ::rmdir,
    .truncate = ::truncate,
};

}  // namespace tfm
