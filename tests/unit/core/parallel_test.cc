#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tfm {
namespace {

TEST(Parallel, EveryNumberIsInExactlyOnePart) {
  for (const int threads : {0, 1, 2, 7}) {
    for (const int64_t count : {0, 1, 2, 31, 32, 1000}) {
      std::vector<std::atomic<int>> times(static_cast<size_t>(count));
      parallel_for(count, threads, [&](int64_t begin, int64_t end) {
        EXPECT_LT(begin, end);
        for (int64_t i = begin; i < end; ++i) ++times.at(static_cast<size_t>(i));
      });
      for (const auto& n : times) EXPECT_EQ(n, 1) << count << " on " << threads;
    }
  }
}

TEST(Parallel, AtMostSoManyThreadsWorkAndOneIsTheCaller) {
  std::mutex mutex;
  std::set<std::thread::id> workers;
  const auto note = [&](int64_t, int64_t) {
    const std::lock_guard lock(mutex);
    workers.insert(std::this_thread::get_id());
  };
  parallel_for(1000, 1, note);
  EXPECT_EQ(workers, std::set{std::this_thread::get_id()});
  parallel_for(1000, 3, note);
  EXPECT_LE(workers.size(), 3U);
}

// Each of the two waits for the other, so that one thread alone would never end.
TEST(Parallel, ThreadsWorkAtTheSameTime) {
  std::atomic<int> arrived{0};
  parallel_for(2, 2, [&](int64_t, int64_t) {
    ++arrived;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (arrived < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    EXPECT_EQ(arrived, 2);
  });
}

TEST(Parallel, ThrowsTheExceptionOfAnyThreadOnceAllHaveStopped) {
  for (const int64_t bad : {0, 57, 99}) {
    std::atomic<int> working{0};
    const auto work = [&](int64_t begin, int64_t end) {
      ++working;
      const bool fails = begin <= bad && bad < end;
      if (!fails) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --working;
      if (fails) throw std::runtime_error("part " + std::to_string(bad));
    };
    EXPECT_THROW(parallel_for(100, 4, work), std::runtime_error);
    EXPECT_EQ(working, 0);
  }
}

TEST(Parallel, TellsTheSizeOfEachPartThatIsDoneFromOneThreadAtATime) {
  int64_t done = 0;
  parallel_for(1000, 4, [](int64_t, int64_t) {}, [&](int64_t count) { done += count; });
  EXPECT_EQ(done, 1000);
}

// The other thread waits for the exception, and then long enough for it to be caught.
TEST(Parallel, StopsHandingOutPartsAfterAnException) {
  std::atomic<bool> thrown{false};
  std::atomic<int> later_parts{0};
  const auto work = [&](int64_t begin, int64_t) {
    if (begin == 0) {
      thrown = true;
      throw std::runtime_error("the first part");
    }
    while (!thrown) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++later_parts;
  };
  EXPECT_THROW(parallel_for(32, 2, work), std::runtime_error);
  EXPECT_LT(later_parts, 31);
}

}  // namespace
}  // namespace tfm
