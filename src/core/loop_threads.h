// Loops that are divided among threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>

namespace tfm {

// As many as a loop may take from here on: what OMP_NUM_THREADS says, else one for each usable processor, unless it was
// set.
int loop_threads();
void set_loop_threads(int threads);

// Whether the caller is one of the threads of such a loop. It will get no others then.
bool in_parallel_loop();

// The threads are OpenMP's, which LibTorch's operations use as well: two sets of threads would be in each other's way.
// Programs without it have their own from here on (loop_team.h).
void use_own_loop_threads();

// Calls run(context, i) for each part i, on a thread of its own where there is one. It must not throw.
void run_parts(int64_t parts, void (*run)(void* context, int64_t part), void* context);

// Calls work(begin, end) for parts that together are [first, end), none but the last smaller than `grain`. An exception
// is thrown on when all have ended: the first that came.
template <typename Work>
void parallel_loop(int64_t first, int64_t end, int64_t grain, const Work& work) {
  if (first >= end) return;
  const int64_t count = end - first, most = (count + grain - 1) / grain;
  const int64_t parts = most == 1 || in_parallel_loop() ? 1 : std::min<int64_t>(most, loop_threads());
  if (parts == 1) return work(first, end);
  struct Loop {
    const Work& work;
    int64_t first, end, size;
    std::exception_ptr problem = {};
    std::mutex mutex = {};
  } loop{work, first, end, (count + parts - 1) / parts};
  run_parts(
      parts,
      [](void* context, int64_t part) {
        auto& of = *static_cast<Loop*>(context);
        const int64_t begin = of.first + part * of.size;
        try {
          if (begin < of.end) of.work(begin, std::min(of.end, begin + of.size));
        } catch (...) {
          const std::lock_guard lock(of.mutex);
          if (!of.problem) of.problem = std::current_exception();
        }
      },
      &loop);
  if (loop.problem) std::rethrow_exception(loop.problem);
}

}  // namespace tfm
