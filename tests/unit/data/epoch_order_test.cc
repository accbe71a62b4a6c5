#include "data/epoch_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tfm {
namespace {

std::vector<int64_t> all_of(const EpochOrder& order) {
  std::vector<int64_t> pairs;
  for (int64_t place = 0; place < order.size(); ++place) pairs.push_back(order[place]);
  return pairs;
}

std::map<int64_t, int64_t> counts_of(const EpochOrder& order) {
  std::map<int64_t, int64_t> counts;
  for (const int64_t pair : all_of(order)) ++counts[pair];
  return counts;
}

TEST(EpochOrder, HoldsEveryPairOnceWhereAllWeightsAreOne) {
  auto pairs = all_of(EpochOrder({30, 0, 70}, {1, 1, 1}, 5, 0));
  EXPECT_FALSE(std::ranges::is_sorted(pairs));
  std::ranges::sort(pairs);
  for (int64_t i = 0; i < 100; ++i) ASSERT_EQ(pairs[static_cast<size_t>(i)], i);
}

TEST(EpochOrder, IsTheSameHoweverTheCorporaAreCut) {
  EXPECT_EQ(all_of(EpochOrder({100}, {1}, 5, 2)), all_of(EpochOrder({30, 70}, {1, 1}, 5, 2)));
}

TEST(EpochOrder, IsAnotherForAnotherSeedOrEpoch) {
  const auto order = all_of(EpochOrder({100}, {1}, 5, 2));
  EXPECT_NE(all_of(EpochOrder({100}, {1}, 6, 2)), order);
  EXPECT_NE(all_of(EpochOrder({100}, {1}, 5, 3)), order);
}

TEST(EpochOrder, RepeatsByWholeWeightsAndDrawsAFractionAnew) {
  const std::vector<int64_t> pairs = {40, 10};
  const std::vector<double> weights = {0.5, 2.3};
  std::map<int64_t, int64_t> first = counts_of(EpochOrder(pairs, weights, 5, 0));
  int64_t from_first_corpus = 0, from_second = 0;
  for (const auto& [pair, count] : first) {
    if (pair < 40) {
      EXPECT_EQ(count, 1);
      ++from_first_corpus;
    } else {
      EXPECT_GE(count, 2);
      EXPECT_LE(count, 3);
      from_second += count;
    }
  }
  EXPECT_EQ(from_first_corpus, 20);
  EXPECT_EQ(from_second, 23);
  EXPECT_NE(counts_of(EpochOrder(pairs, weights, 5, 1)), first);  // another half of the first corpus
}

TEST(EpochOrder, TakesAtLeastOnePairOfACorpus) {
  EXPECT_EQ(epoch_shares({3, 0, 1000}, {0.001, 0.001, 0.001}), (std::vector<int64_t>{1, 0, 1}));
}

TEST(MixingWeights, AreTheGivenOnesAtTemperatureOne) {
  EXPECT_EQ(mixing_weights({10, 1000}, {1, 3}, 1.0), (std::vector<double>{1, 3}));
}

// Shares of 100^(1/2) : 10000^(1/2) = 10 : 100 of 10,100 pairs: 918.18 and 9181.8.
TEST(MixingWeights, FollowTheTemperature) {
  const auto weights = mixing_weights({100, 10'000}, {1, 1}, 2.0);
  EXPECT_NEAR(weights[0] * 100, 10'100.0 * 10 / 110, 1e-9);
  EXPECT_NEAR(weights[1] * 10'000, 10'100.0 * 100 / 110, 1e-9);
  EXPECT_NEAR(mixing_weights({100, 10'000}, {2, 1}, 2.0)[0], 2 * weights[0], 1e-12);
}

TEST(MixingWeights, PassOverACorpusWithoutPairs) {
  const auto weights = mixing_weights({0, 50}, {1, 1}, 5.0);
  EXPECT_NEAR(weights[1], 1.0, 1e-12);
}

}  // namespace
}  // namespace tfm
