#include "codec/batch_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../data/data_testing.h"

namespace tfm {
namespace {

using Batches = std::vector<std::vector<int64_t>>;

Batches to_vectors(const BatchPlan& plan) {
  Batches batches;
  for (int64_t i = 0; i < plan.size(); ++i) batches.emplace_back(plan[i].begin(), plan[i].end());
  return batches;
}

TEST(BatchesByLength, FillsEachBatchUpToItsTokens) {
  // With their end marks 3 targets of 2 and 4 pieces need 3 x 5 = 15 positions.
  const std::vector<PairLengths> lengths = {{1, 4}, {1, 2}, {1, 4}, {1, 2}, {1, 2}};
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 9)), (Batches{{1, 3, 4}, {0}, {2}}));
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 10)), (Batches{{1, 3, 4}, {0, 2}}));
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 25)), (Batches{{1, 3, 4, 0, 2}}));
}

TEST(BatchesByLength, BoundsTheSourceSideToo) {
  const std::vector<PairLengths> lengths = {{9, 1}, {9, 1}, {9, 1}};
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 10)), (Batches{{0, 1}, {2}}));
}

TEST(BatchesByLength, GivesAPairThatIsTooLongABatchOfItsOwn) {
  const std::vector<PairLengths> lengths = {{1, 1}, {1, 50}, {200, 1}, {1, 1}};
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 8)), (Batches{{2}, {0, 3}, {1}}));
}

TEST(BatchesByLength, PutsLikeSourcesNextToEachOtherWhereTheTargetLengthChanges) {
  const std::vector<PairLengths> lengths = {{1, 2}, {8, 2}, {1, 3}, {8, 3}};
  EXPECT_EQ(to_vectors(batches_by_length(lengths, 100)), (Batches{{0, 1, 3, 2}}));
}

TEST(BatchesByLength, MakesNoBatchOfNothing) { EXPECT_EQ(batches_by_length({}, 100).size(), 0); }

TEST(BatchesInRandomOrder, KeepThePairsOfEachBatch) {
  std::vector<PairLengths> lengths;
  for (int32_t length = 1; length <= 50; ++length) lengths.push_back({length, length});
  Batches ordered = to_vectors(batches_by_length(lengths, 60)),
          random = to_vectors(batches_in_random_order(lengths, 60, 1));
  EXPECT_NE(random, ordered);
  std::ranges::sort(ordered);
  std::ranges::sort(random);
  EXPECT_EQ(random, ordered);
}

TEST(BatchesInRandomOrder, ComeInAnotherOrderForAnotherKey) {
  const std::vector<PairLengths> lengths(100, PairLengths{4, 4});
  EXPECT_NE(to_vectors(batches_in_random_order(lengths, 50, 1)), to_vectors(batches_in_random_order(lengths, 50, 2)));
  EXPECT_EQ(to_vectors(batches_in_random_order(lengths, 50, 1)), to_vectors(batches_in_random_order(lengths, 50, 1)));
}

// Written down once from this code: another plan would break exact resumption of runs made before.
TEST(BatchesInRandomOrder, StayTheSameFromVersionToVersion) {
  const std::vector<PairLengths> lengths = {{1, 2}, {3, 2}, {2, 2}, {5, 4}, {4, 4}, {4, 4}, {1, 2}, {2, 1}};
  EXPECT_EQ(to_vectors(batches_in_random_order(lengths, 10, 1)), (Batches{{7, 0, 6}, {2, 1}, {4, 5}, {3}}));
}

}  // namespace
}  // namespace tfm
