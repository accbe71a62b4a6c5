#include "search/length_penalty.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"

namespace tfm {
namespace {

TEST(LengthPenalty, NoneDividesByOne) { EXPECT_EQ(LengthPenalty::parse("none")(17), 1.0); }
TEST(LengthPenalty, AverageDividesByTheTokens) { EXPECT_EQ(LengthPenalty::parse("average")(17), 17.0); }
TEST(LengthPenalty, ANumberIsWusAlpha) {
  EXPECT_DOUBLE_EQ(LengthPenalty::parse("0.6")(7), std::pow(12.0 / 6.0, 0.6));
  EXPECT_EQ(LengthPenalty::parse("0")(7), 1.0);
}

TEST(LengthPenalty, RefusesOtherText) {
  for (const char* text : {"", "mean", "-1", "1x", "nan", "inf"}) {
    try {
      LengthPenalty::parse(text);
      ADD_FAILURE() << text;
    } catch (const UserError& error) {
      EXPECT_EQ(std::string(error.what()),
                "length penalty \"" + std::string(text) + "\": must be none, average, or a number from 0 on");
    }
  }
}

}  // namespace
}  // namespace tfm
