#include "core/decimal.h"

#include <gtest/gtest.h>

#include <limits>

namespace tfm {
namespace {

TEST(Decimal, RoundsToDecimals) {
  EXPECT_EQ(decimal(-1.5, 2), "-1.50");
  EXPECT_EQ(decimal(2.0 / 3.0, 3), "0.667");
  EXPECT_EQ(decimal(1.25, 1), "1.2");
  EXPECT_EQ(decimal(-3.0, 2), "-3.00");
}

TEST(Decimal, HasRoomForTheLargestNumber) { EXPECT_EQ(decimal(std::numeric_limits<double>::max(), 2).size(), 312U); }

TEST(Grouped, SetsACommaBeforeEachThreeDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
}

}  // namespace
}  // namespace tfm
