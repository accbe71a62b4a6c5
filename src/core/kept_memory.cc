#include "core/kept_memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tfm {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kAtATime = 64 << 20;  // bytes that the heap grows by
  ::mallopt(M_MMAP_MAX, 0);           // no pages of its own for a large block: everything comes from one heap
  ::mallopt(M_TRIM_THRESHOLD, 0x7FFFFFFF);
  ::mallopt(M_TOP_PAD, kAtATime);
  ::mallopt(M_ARENA_MAX, 1);  // what one thread frees, another can have
#endif
}

void return_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace tfm
