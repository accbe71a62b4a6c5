#include "core/loop_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace tfm {
namespace {

struct Calls {
  explicit Calls(std::size_t parts) : of_parts(parts) {}
  std::vector<std::atomic<int>> of_parts;
  std::atomic<int> outside{0};  // of parts that didn't know that they are some
};

void count(void* context, int64_t part) {
  auto& calls = *static_cast<Calls*>(context);
  ++calls.of_parts[static_cast<std::size_t>(part)];
  if (!in_loop_team()) ++calls.outside;
}

void expect_each(const Calls& calls, int times) {
  for (const auto& called : calls.of_parts) EXPECT_EQ(called, times);
  EXPECT_EQ(calls.outside, 0);
}

// Loops of more and of fewer parts in turn, at once and after a rest in which the threads have gone to sleep.
TEST(LoopTeam, RunsEachPartOnce) {
  constexpr int kRounds = 300;
  for (const auto rest : {std::chrono::microseconds(0), std::chrono::microseconds(300)}) {
    Calls two(2), five(5), one(1);
    for (int i = 0; i < kRounds; ++i) {
      for (Calls* calls : {&two, &five, &one, &two}) {
        run_on_loop_team(std::ssize(calls->of_parts), count, calls);
        EXPECT_FALSE(in_loop_team());
        if (rest.count() > 0) std::this_thread::sleep_for(rest);
      }
      EXPECT_EQ(five.of_parts[4], i + 1);  // a loop has ended when its call returns
    }
    expect_each(two, 2 * kRounds);
    expect_each(five, kRounds);
    expect_each(one, kRounds);
  }
}

TEST(LoopTeam, ManyMayCallAtOnce) {
  constexpr int kCallers = 6, kRounds = 500;
  std::vector<Calls*> calls;
  for (int i = 0; i < kCallers; ++i) calls.push_back(new Calls(3));
  {
    std::vector<std::jthread> callers;
    for (Calls* of_caller : calls) {
      callers.emplace_back([of_caller] {
        for (int i = 0; i < kRounds; ++i) run_on_loop_team(3, count, of_caller);
      });
    }
  }
  for (Calls* of_caller : calls) {
    expect_each(*of_caller, kRounds);
    delete of_caller;
  }
}

}  // namespace
}  // namespace tfm
