#include "core/loop_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace tfm {
namespace {

TEST(ParallelLoop, CallsForEachNumberOnce) {
  const int threads = loop_threads();
  for (const int wanted : {1, 3}) {
    set_loop_threads(wanted);
    for (const int64_t count : {0, 1, 5, 100}) {
      for (const int64_t grain : {1, 7, 1000}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        parallel_loop(10, 10 + count, grain, [&](int64_t begin, int64_t end) {
          EXPECT_LT(begin, end);
          for (int64_t i = begin; i < end; ++i) ++calls[static_cast<std::size_t>(i - 10)];
        });
        for (const auto& called : calls) EXPECT_EQ(called, 1);
      }
    }
  }
  set_loop_threads(threads);
}

TEST(ParallelLoop, ThrowsOnWhatAPartThrows) {
  const int threads = loop_threads();
  for (const int wanted : {1, 4}) {
    set_loop_threads(wanted);
    const auto fail = [](int64_t begin, int64_t) {
      if (begin > 0 || !in_parallel_loop()) throw std::runtime_error("a part failed");
    };
    EXPECT_THROW(parallel_loop(0, 100, 1, fail), std::runtime_error);
  }
  set_loop_threads(threads);
}

}  // namespace
}  // namespace tfm
