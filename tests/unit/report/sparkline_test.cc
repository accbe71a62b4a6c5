#include "report/sparkline.h"

#include <gtest/gtest.h>

namespace tfm::report {
namespace {

Curve curve_of(const std::vector<double>& values) {
  Curve curve;
  for (std::size_t i = 0; i < values.size(); ++i) curve.add(static_cast<int64_t>(i), values[i]);
  return curve;
}

TEST(Sparkline, GoesFromTheLowestValueToTheHighest) {
  EXPECT_EQ(sparkline(curve_of({8, 1, 4.5}), 10), "█▁▅");
  EXPECT_EQ(sparkline(curve_of({3, 3}), 10), "▁▁");
  EXPECT_EQ(sparkline(curve_of({}), 10), "");
}

TEST(Sparkline, ShowsMeansWhereThereAreMoreValuesThanColumns) {
  EXPECT_EQ(sparkline(curve_of({0, 2, 7, 9}), 2), "▁█");
  EXPECT_EQ(sparkline(curve_of(std::vector<double>(500, 1.0)), 3), "▁▁▁");
}

}  // namespace
}  // namespace tfm::report
