#include "benchmark/synthetic_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tfm {
namespace {

TEST(SyntheticText, HasTheLengthsThatItPromises) {
  const auto pairs = synthetic_pairs(4001, 18.0, 100, 7);
  std::vector<std::size_t> lengths;
  for (const auto& pair : pairs) lengths.push_back(pair.target.size());
  std::ranges::sort(lengths);
  EXPECT_NEAR(static_cast<double>(lengths[2000]), 18.0, 1.0);
  EXPECT_NEAR(static_cast<double>(lengths[3361]) / 18.0, 1.82, 0.15);  // e^0.6 at the 84th percentile
  for (const auto& pair : pairs) {
    EXPECT_GE(pair.source.size(), 1U);
    for (const int32_t piece : pair.source) EXPECT_TRUE(piece >= 4 && piece < 100) << piece;
  }
}

TEST(SyntheticText, BatchesKeepToTheLimitAndHaveEveryPair) {
  const auto pairs = synthetic_pairs(300, 18.0, 100, 7);
  int64_t rows = 0;
  for (const auto& batch : synthetic_batches(pairs, 500, 3)) {
    EXPECT_LE(batch.target_input.numel(), 500);
    rows += batch.size();
  }
  EXPECT_EQ(rows, 300);
}

}  // namespace
}  // namespace tfm
