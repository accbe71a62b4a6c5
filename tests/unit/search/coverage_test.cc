#include "search/coverage.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tfm {
namespace {

using Pieces = std::vector<int64_t>;

TEST(Coverage, IsTheSumOfTheLogarithmsOfWhatEachSourcePieceGotCutAtOne) {
  Coverage coverage;
  // Two sentences of 2 and 1 pieces; an end mark stands behind each, then padding.
  coverage.add({3, {0.5F, 0.2F, 0.3F, 0.9F, 0.1F, 0.0F}}, 1, Pieces{2, 1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(0.5) + std::log(0.2), 1e-6);
  coverage.add({3, {0.7F, 0.1F, 0.2F, 0.0F, 1.0F, 0.0F}}, 1, Pieces{2, 1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(1.0) + std::log(0.3), 1e-6);
  EXPECT_NEAR(coverage.of_rows()[1], std::log(0.9), 1e-6);
}

TEST(Coverage, OfAPieceThatIsNeverLookedAtIsFinite) {
  Coverage coverage;
  coverage.add({2, {0.0F, 1.0F}}, 1, Pieces{1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(kLeastCoverage), 1e-6);
}

TEST(Coverage, GoesWithItsHypotheses) {
  Coverage coverage;
  coverage.add({1, {0.1F, 0.9F, 0.4F, 0.6F}}, 2, Pieces{1, 1});
  coverage.select(std::vector<int64_t>{3, 2});  // the second sentence's two, exchanged
  coverage.add({1, {0.0F, 0.1F}}, 2, Pieces{1});
  EXPECT_NEAR(coverage.of_rows()[0], std::log(0.6), 1e-6);
  EXPECT_NEAR(coverage.of_rows()[1], std::log(0.5), 1e-6);
}

}  // namespace
}  // namespace tfm
