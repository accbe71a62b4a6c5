#include "training/schedule.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(InverseSquareRootRate, RisesToItsPeakAndFallsWithTheRootOfTheStep) {
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.001, 400, 1), 0.001 / 400);
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.001, 400, 200), 0.0005);
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.001, 400, 400), 0.001);
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.001, 400, 1600), 0.0005);
}

TEST(InverseSquareRootRate, WithoutWarmUpBeginsAtItsPeak) {
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.5, 0, 1), 0.5);
  EXPECT_DOUBLE_EQ(inverse_square_root_rate(0.5, 0, 4), 0.25);
}

}  // namespace
}  // namespace tfm
