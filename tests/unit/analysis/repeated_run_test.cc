#include "analysis/repeated_run.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

std::u32string pattern(std::u32string_view text) {
  const auto run = repeated_run(text);
  return run ? run->pattern : U"(none)";
}

TEST(RepeatedRun, IsWhatStandsThreeTimesInARow) {
  EXPECT_EQ(pattern(U"我非常非常非常喜欢"), U"非常");
  EXPECT_EQ(pattern(U"我非常非常喜欢"), U"(none)");
  EXPECT_EQ(pattern(U"it is good it is good it is good"), U"it is good");
  EXPECT_EQ(pattern(U"no no, no"), U"(none)");
}

TEST(RepeatedRun, CountsTheCopiesOfTheShortestPattern) {
  const auto run = repeated_run(U"好啊啊啊啊啊啊。");
  EXPECT_EQ(run->pattern, U"啊");
  EXPECT_EQ(run->times, 6);
  EXPECT_EQ(run->share, 0.75);
}

TEST(RepeatedRun, IsTheLongestOfSeveral) { EXPECT_EQ(pattern(U"a a a b c b c b c"), U"b c"); }

TEST(RepeatedRun, LetsMarksStandUpToSixTimes) {
  EXPECT_EQ(pattern(U"好。。。。。。"), U"(none)");
  EXPECT_EQ(pattern(U"好。。。。。。。"), U"。");
}

TEST(RepeatedRun, LooksIntoLongWordsOnly) {
  EXPECT_EQ(pattern(U"1000000"), U"(none)");
  EXPECT_EQ(pattern(U"hahahahahahahahahahahaha"), U"ha");
}

TEST(RepeatedRun, HandlesShortAndEmptyTexts) {
  EXPECT_EQ(pattern(U""), U"(none)");
  EXPECT_EQ(pattern(U"好好"), U"(none)");
}

}  // namespace
}  // namespace tfm::analysis
