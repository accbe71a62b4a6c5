// That the numbers are NumPy's is held by unit/metrics/golden_metrics_test.cc.
#include "significance/numpy_random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tfm::significance {
namespace {

TEST(NumpyGenerator, GivesTheLowerHalfOfANumberBeforeTheUpperOne) {
  NumpyGenerator whole(3), halves(3);
  for (int i = 0; i < 4; ++i) {
    const uint64_t low = halves.next_uint32(), high = halves.next_uint32();
    EXPECT_EQ(whole.next_uint64(), low | high << 32);
  }
}

TEST(NumpyGenerator, DrawsOtherNumbersFromAnotherSeedInEitherHalf) {
  const auto first = [](uint64_t seed) { return NumpyGenerator(seed).next_uint64(); };
  EXPECT_EQ(first(1), first(1));
  EXPECT_NE(first(1), first(2));
  EXPECT_NE(first(1), first(1 | uint64_t{1} << 32));
}

TEST(NumpyGenerator, ChoosesNumbersBelowTheCountAndEachOfThem) {
  const auto numbers = NumpyGenerator(1).choice(5, 200);
  for (uint32_t n = 0; n < 5; ++n) EXPECT_TRUE(std::ranges::count(numbers, n) > 10) << n;
  EXPECT_LT(std::ranges::max(numbers), 5U);
}

TEST(NumpyGenerator, ChoosesInTwoCallsWhatItWouldInOne) {
  NumpyGenerator once(1), twice(1);
  const auto all = once.choice(1000, 31);
  auto parts = twice.choice(1000, 7);
  const auto rest = twice.choice(1000, 24);
  parts.insert(parts.end(), rest.begin(), rest.end());
  EXPECT_EQ(parts, all);
}

TEST(NumpyGenerator, DrawsNothingWhereThereIsNoChoice) {
  NumpyGenerator generator(1), other(1);
  EXPECT_EQ(generator.choice(1, 9), std::vector<uint32_t>(9, 0));
  EXPECT_EQ(generator.next_uint32(), other.next_uint32());
}

TEST(NumpyGenerator, DrawsBooleansInTwoCallsWhatItWouldInOneAfterAMultipleOf32) {
  NumpyGenerator once(1), twice(1);
  const auto all = once.booleans(100);
  auto parts = twice.booleans(64);
  const auto rest = twice.booleans(36);
  parts.insert(parts.end(), rest.begin(), rest.end());
  EXPECT_EQ(parts, all);
  EXPECT_GT(std::ranges::count(all, true), 30);
  EXPECT_LT(std::ranges::count(all, true), 70);
}

}  // namespace
}  // namespace tfm::significance
