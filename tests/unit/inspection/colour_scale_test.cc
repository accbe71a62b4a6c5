#include "inspection/colour_scale.h"

#include <gtest/gtest.h>

namespace tfm::inspection {
namespace {

TEST(ColourScale, GoesFromOneToneToTheOther) {
  EXPECT_EQ(shade(0.0), kLow);
  EXPECT_EQ(shade(1.0), kHigh);
  EXPECT_EQ(shade(0.5), (Colour{0x7A, 0x92, 0xB3}));
}

TEST(ColourScale, TakesWhiteTextOnDarkCells) {
  EXPECT_TRUE(is_dark({0, 0, 0}));
  EXPECT_TRUE(is_dark(kHigh));
  EXPECT_FALSE(is_dark(kLow));
  EXPECT_FALSE(is_dark({255, 255, 255}));
  EXPECT_TRUE(is_dark({117, 117, 117}));
  EXPECT_FALSE(is_dark({119, 119, 119}));
}

TEST(ColourScale, IsWrittenInHex) { EXPECT_EQ(hex({8, 48, 107}), "#08306b"); }

}  // namespace
}  // namespace tfm::inspection
