#include "core/random_permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/random.h"

namespace tfm {
namespace {

std::vector<uint64_t> all_of(const RandomPermutation& permutation) {
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < permutation.size(); ++i) values.push_back(permutation[i]);
  return values;
}

TEST(RandomPermutation, GivesEveryNumberOnce) {
  for (const uint64_t n : {1, 2, 3, 63, 64, 65, 255, 256, 257, 1000, 65'537}) {
    auto values = all_of(RandomPermutation(n, 11));
    std::ranges::sort(values);
    for (uint64_t i = 0; i < n; ++i) ASSERT_EQ(values[i], i) << n;
  }
}

TEST(RandomPermutation, HasNoPlaceWhereThereIsNothing) { EXPECT_TRUE(all_of(RandomPermutation(0, 1)).empty()); }

TEST(RandomPermutation, IsAFunctionOfItsKey) {
  EXPECT_EQ(all_of(RandomPermutation(100, 1)), all_of(RandomPermutation(100, 1)));
  EXPECT_NE(all_of(RandomPermutation(100, 1)), all_of(RandomPermutation(100, 2)));
}

// Each of the 24 orders of four numbers comes about equally often: 500 of 12,000 keys, standard deviation 22.
TEST(RandomPermutation, MakesEveryOrderOfAFewNumbers) {
  std::map<std::vector<uint64_t>, int> counts;
  for (uint64_t key = 0; key < 12'000; ++key) ++counts[all_of(RandomPermutation(4, stream_key(3, "order", {key})))];
  EXPECT_EQ(counts.size(), 24u);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 500, 5 * 22);
}

// Neighbours of the order are no neighbours in number: the mean distance of two random numbers below n is n / 3.
TEST(RandomPermutation, PartsNeighbours) {
  constexpr uint64_t kN = 10'000;
  const RandomPermutation permutation(kN, 5);
  double sum = 0;
  for (uint64_t i = 1; i < kN; ++i) {
    sum += std::abs(static_cast<double>(permutation[i]) - static_cast<double>(permutation[i - 1]));
  }
  EXPECT_NEAR(sum / (kN - 1), kN / 3.0, 100);
}

}  // namespace
}  // namespace tfm
