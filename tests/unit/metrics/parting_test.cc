#include "metrics/parting.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

const Lines kText = {"a short one", "one that is quite a bit longer", "mid length line", "x",
                     "and yet another long line"};

Lines without(Lines lines, std::size_t line) {
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
  return lines;
}

TEST(LikelyParting, IsWhereALineIsMissing) {
  EXPECT_EQ(likely_parting(kText, without(kText, 1)), 2);
  EXPECT_EQ(likely_parting(without(kText, 3), kText), 4);
  EXPECT_EQ(likely_parting(kText, without(kText, 0)), 1);
}

TEST(LikelyParting, IsUnknownWhereTheEndIsMissing) {
  EXPECT_EQ(likely_parting(kText, without(kText, 4)), std::nullopt);
}

TEST(LikelyParting, IsUnknownForEqualCountsAndNoLines) {
  EXPECT_EQ(likely_parting(kText, kText), std::nullopt);
  EXPECT_EQ(likely_parting(kText, {}), std::nullopt);
}

}  // namespace
}  // namespace tfm
