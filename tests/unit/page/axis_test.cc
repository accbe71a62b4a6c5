#include "page/axis.h"

#include <gtest/gtest.h>

namespace tfm::page {
namespace {

std::vector<std::string> labels(const Axis& axis, int most = 5) {
  std::vector<std::string> texts;
  for (const auto& tick : axis.ticks(most)) texts.push_back(tick.label);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Axis, MarksRoundValues) {
  EXPECT_EQ(labels(Axis(0, 3000)), (Texts{"0", "1,000", "2,000", "3,000"}));
  EXPECT_EQ(labels(Axis(0.7, 5.2)), (Texts{"1", "2", "3", "4", "5"}));
  EXPECT_EQ(labels(Axis(0, 0.00093)), (Texts{"0", "0.0002", "0.0004", "0.0006", "0.0008"}));
  EXPECT_EQ(labels(Axis(-1.2, 1.1)), (Texts{"-1.0", "-0.5", "0", "0.5", "1.0"}));
  EXPECT_EQ(labels(Axis(0, 3e-6)), (Texts{"0", "1e-06", "2e-06", "3e-06"}));
}

TEST(Axis, NeverHasMoreMarksThanAskedFor) {
  for (double high = 1.0; high < 1e6; high *= 1.37) {
    const auto count = Axis(0.13, high + 0.13).ticks(5).size();
    EXPECT_GE(count, 2U) << high;
    EXPECT_LE(count, 5U) << high;
    EXPECT_LE(Axis(0.001, high, Scale::kLogarithmic).ticks(5).size(), 5U) << high;
  }
}

TEST(Axis, PlacesValuesEvenlyOrByTheirLogarithm) {
  EXPECT_DOUBLE_EQ(Axis(2, 4).position(2.5), 0.25);
  EXPECT_DOUBLE_EQ(Axis(2, 4).position(9), 1.0);
  EXPECT_DOUBLE_EQ(Axis(0.01, 100, Scale::kLogarithmic).position(1), 0.5);
  EXPECT_DOUBLE_EQ(Axis(0.01, 100, Scale::kLogarithmic).position(0), 0.0);
  EXPECT_EQ(labels(Axis(0.01, 100, Scale::kLogarithmic)), (Texts{"0.01", "0.1", "1", "10", "100"}));
}

TEST(Axis, IsMarkedEvenlyWhereItHoldsNoTwoPowersOfTen) {
  EXPECT_EQ(labels(Axis(2, 8, Scale::kLogarithmic)), (Texts{"2", "4", "6", "8"}));
}

TEST(Axis, HasRoomAroundASingleValue) {
  EXPECT_DOUBLE_EQ(Axis(3, 3).position(3), 0.5);
  EXPECT_DOUBLE_EQ(Axis(0, 0).position(0), 0.5);
}

TEST(Axis, WritesAValueInAboutFourDigits) {
  EXPECT_EQ(value_label(0), "0");
  EXPECT_EQ(value_label(2.34567), "2.346");
  EXPECT_EQ(value_label(0.0512345), "0.0512");
  EXPECT_EQ(value_label(45678.9), "45,679");
  EXPECT_EQ(value_label(3e-7), "3e-07");
  EXPECT_EQ(value_label(-12.5), "-12.50");
}

}  // namespace
}  // namespace tfm::page
