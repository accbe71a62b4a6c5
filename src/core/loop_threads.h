// Loops that are divided among threads: OpenMP's, so that the program's libraries share them.
#pragma once

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>

namespace tfm {

// As many as a loop may take from here on. One for each usable processor, unless it was set.
inline int loop_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

inline void set_loop_threads([[maybe_unused]] int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
}

// Whether the caller is one of the threads of such a loop. It will get no others then.
inline bool in_parallel_loop() {
#ifdef _OPENMP
  return omp_in_parallel() != 0;
#else
  return false;
#endif
}

// Calls work(begin, end) for parts that together are [first, end), none but the last smaller than `grain`. An exception
// is thrown on when all have ended: the first that came.
template <typename Work>
void parallel_loop(int64_t first, int64_t end, [[maybe_unused]] int64_t grain, const Work& work) {
  if (first >= end) return;
#ifdef _OPENMP
  const int64_t count = end - first, most = (count + grain - 1) / grain;
  if (most > 1 && !in_parallel_loop() && loop_threads() > 1) {
    std::exception_ptr problem;
    std::mutex mutex;
#pragma omp parallel num_threads(static_cast<int>(std::min<int64_t>(most, loop_threads())))
    {
      const int64_t part = (count + omp_get_num_threads() - 1) / omp_get_num_threads();
      const int64_t begin = first + omp_get_thread_num() * part;
      try {
        if (begin < end) work(begin, std::min(end, begin + part));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!problem) problem = std::current_exception();
      }
    }
    if (problem) std::rethrow_exception(problem);
    return;
  }
#endif
  work(first, end);
}

}  // namespace tfm
