// Work spread over threads.
#pragma once

#include <cstdint>
#include <functional>

namespace tfm {

// Calls work(begin, end) for parts that together are [0, count), on up to `threads` threads (0: one for each core).
// Which thread gets which part is chance, so `work` must not depend on it. The first exception is thrown on, once all
// threads have stopped. `done` hears the size of each part that is done, from one thread at a time.
void parallel_for(int64_t count, int threads, const std::function<void(int64_t begin, int64_t end)>& work,
                  const std::function<void(int64_t count)>& done = {});

}  // namespace tfm
