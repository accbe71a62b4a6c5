#include "search/coverage.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tfm {
namespace {

TEST(Coverage, IsTheSumOfTheLogarithmsOfWhatEachSourcePieceGotCutAtOne) {
  Coverage coverage;
  // Two sentences of 2 and 1 pieces; an end mark stands behind each, then padding.
  const auto first = at::tensor({0.5F, 0.2F, 0.3F, 0.9F, 0.1F, 0.0F}).view({2, 1, 3});
  const auto second = at::tensor({0.7F, 0.1F, 0.2F, 0.0F, 1.0F, 0.0F}).view({2, 1, 3});
  coverage.add(first, {2, 1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(0.5) + std::log(0.2), 1e-6);
  coverage.add(second, {2, 1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(1.0) + std::log(0.3), 1e-6);
  EXPECT_NEAR(coverage.of_rows()[1], std::log(0.9), 1e-6);
}

TEST(Coverage, OfAPieceThatIsNeverLookedAtIsFinite) {
  Coverage coverage;
  coverage.add(at::tensor({0.0F, 1.0F}).view({1, 1, 2}), {1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(kLeastCoverage), 1e-6);
}

TEST(Coverage, GoesWithItsHypotheses) {
  Coverage coverage;
  coverage.add(at::tensor({0.1F, 0.9F, 0.4F, 0.6F}).view({2, 2, 1}), {1, 1});
  coverage.select(at::tensor({3, 2}, at::kLong), at::tensor({1}, at::kLong));
  coverage.add(at::tensor({0.0F, 0.1F}).view({1, 2, 1}), {1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(0.6), 1e-6);
  EXPECT_NEAR(coverage.of_rows()[1], std::log(0.5), 1e-6);
}

}  // namespace
}  // namespace tfm
