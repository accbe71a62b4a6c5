// That the sums are NumPy's at every length is held by unit/metrics/golden_metrics_test.cc.
#include "significance/numpy_sum.h"

#include <gtest/gtest.h>

#include <vector>

namespace tfm::significance {
namespace {

double sum(const std::vector<double>& values) { return numpy_sum<double>(values); }

TEST(NumpySum, AddsUp) {
  EXPECT_EQ(sum({}), 0.0);
  EXPECT_EQ(sum({1.5}), 1.5);
  for (const size_t length : {2, 7, 8, 9, 127, 128, 129, 1000, 1001}) {
    EXPECT_EQ(sum(std::vector<double>(length, 0.5)), 0.5 * static_cast<double>(length)) << length;
  }
}

// 1 is lost when it is added to 1e16, but the two of these are in the same partial sum.
TEST(NumpySum, KeepsEightPartialSums) {
  std::vector<double> values(16, 1.0);
  values[0] = 1e16;
  values[8] = -1e16;
  EXPECT_EQ(sum(values), 14.0);
}

TEST(NumpySum, HalvesLongArraysAtAMultipleOfEight) {
  std::vector<double> values(130, 1.0);  // 64 and 66
  values[56] = 1e16;
  values[64] = -1e16;  // of the second half, where 1 is lost in its partial sum
  const double first_half = sum({values.begin(), values.begin() + 64});
  const double second_half = sum({values.begin() + 64, values.end()});
  EXPECT_EQ(sum(values), first_half + second_half);
  EXPECT_NE(sum(values), 128.0);
}

TEST(NumpyMean, DividesInThePrecisionOfTheValues) {
  EXPECT_EQ(numpy_mean<float>(std::vector<float>{1.0F, 0.0F, 0.0F}), 1.0F / 3.0F);
  EXPECT_EQ(numpy_mean<double>(std::vector<double>{1.0, 0.0, 0.0}), 1.0 / 3.0);
}

}  // namespace
}  // namespace tfm::significance
