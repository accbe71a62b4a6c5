#include "analysis/final_marks.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

TEST(FinalMarks, DifferWhereNoReferenceEndsAlike) {
  const auto found = final_marks({"好。 ", "好.", "好", "好！"}, {{"好。"}, {"好。"}, {"好。"}, {"好。", "好！"}});
  EXPECT_EQ(found.differing, 2);
}

TEST(FinalMarks, AreListedByHowOftenTheyChange) {
  const auto found = final_marks({"a", "b.", "c", "", "d。"}, {{"a。"}, {"b。"}, {"c。"}, {"x。"}, {"d"}});
  ASSERT_EQ(found.frequent.size(), 3U);
  EXPECT_EQ(found.frequent[0].reference, U"。");
  EXPECT_EQ(found.frequent[0].hypothesis, U"");
  EXPECT_EQ(found.frequent[0].segments, 2);
  EXPECT_EQ(found.frequent[1].reference, U"");
  EXPECT_EQ(found.frequent[1].hypothesis, U"。");
}

}  // namespace
}  // namespace tfm::analysis
