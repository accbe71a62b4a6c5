#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tfm {
namespace {

constexpr int64_t kPartsPerThread = 16;  // so that no thread waits long for the last one

int usable_threads(int64_t count, int threads) {
  const int wanted = threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<int64_t>(count, 1, wanted));
}

}  // namespace

void parallel_for(int64_t count, int threads, const std::function<void(int64_t, int64_t)>& work,
                  const std::function<void(int64_t)>& done) {
  const int workers = usable_threads(count, threads);
  const int64_t part = std::max<int64_t>(1, count / (workers * kPartsPerThread));
  std::atomic<int64_t> next{0};
  std::exception_ptr problem;
  std::mutex mutex;
  const auto take_parts = [&] {
    try {
      for (int64_t begin = next.fetch_add(part); begin < count; begin = next.fetch_add(part)) {
        const int64_t end = std::min(begin + part, count);
        work(begin, end);
        const std::lock_guard lock(mutex);
        if (done) done(end - begin);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < workers; ++i) others.emplace_back(take_parts);
  take_parts();
  others.clear();  // joins
  if (problem) std::rethrow_exception(problem);
}

}  // namespace tfm
