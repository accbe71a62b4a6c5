#include "analysis/comparison.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

TEST(Comparison, CountsWinsTiesAndLosses) {
  const std::vector<double> baseline = {50, 50, 50, 50, 50}, system = {90, 51, 50.5, 49, 10};
  const auto found = compare(baseline, system, {"a", "b", "c", "d", "e"}, {"x", "x", "c", "x", "x"});
  EXPECT_EQ(found.wins, 2);
  EXPECT_EQ(found.ties, 1);
  EXPECT_EQ(found.losses, 2);
  EXPECT_EQ(found.identical, 1);
  EXPECT_NEAR(found.mean_difference, 0.1, 1e-9);
  EXPECT_EQ(found.gains, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(found.drops, (std::vector<std::size_t>{4, 3}));
  EXPECT_EQ(found.differences, (std::array<int64_t, 7>{1, 0, 1, 1, 1, 0, 1}));
}

TEST(Comparison, TiesWithItself) {
  const auto found = compare(std::vector<double>{1.0}, std::vector<double>{1.0}, {"a"}, {"a"});
  EXPECT_EQ(found.ties, 1);
  EXPECT_TRUE(found.gains.empty() && found.drops.empty());
}

}  // namespace
}  // namespace tfm::analysis
