#include "report/curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tfm::report {
namespace {

TEST(Curve, KeepsEachValueWhileThereAreFew) {
  Curve curve;
  curve.add(10, 2.5);
  curve.add(20, 1.5);
  ASSERT_EQ(curve.points().size(), 2U);
  EXPECT_EQ(curve.points()[1].step, 20);
  EXPECT_EQ(curve.points()[1].low, 1.5);
}

TEST(Curve, LeavesOutWhatIsNotFinite) {
  Curve curve;
  curve.add(10, std::nan(""));
  curve.add(20, INFINITY);
  EXPECT_TRUE(curve.points().empty());
}

// Whatever the number of values: their count, sum and range stay, and so does the last step.
TEST(Curve, IsBoundedAndLosesNoValue) {
  Curve curve;
  double sum = 0.0;
  for (int64_t i = 1; i <= 100'000; ++i) {
    const double value = i == 777 ? 1e6 : std::sin(static_cast<double>(i));
    sum += value;
    curve.add(i, value);
    ASSERT_LE(curve.points().size(), Curve::kMostPoints);
  }
  double seen = 0.0, high = 0.0;
  int64_t count = 0, before = 0;
  for (const auto& point : curve.points()) {
    EXPECT_GT(point.step, before);
    before = point.step;
    count += point.count;
    seen += point.mean * static_cast<double>(point.count);
    high = std::max(high, point.high);
  }
  EXPECT_EQ(count, 100'000);
  EXPECT_EQ(before, 100'000);
  EXPECT_EQ(high, 1e6);
  EXPECT_NEAR(seen, sum, 1e-6 * std::abs(sum));  // rounding of the means
  EXPECT_GE(curve.points().size(), Curve::kMostPoints / 2);
}

}  // namespace
}  // namespace tfm::report
