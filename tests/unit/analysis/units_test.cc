#include "analysis/units.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Units = std::vector<std::u32string_view>;

TEST(Units, TakesChineseByCharacterAndLatinByWord) {
  EXPECT_EQ(units(U"我用 GPU训练，好。"), (Units{U"我", U"用", U"GPU", U"训", U"练", U"，", U"好", U"。"}));
}

TEST(Units, KeepsApostrophesInWordsAndPointsInNumbers) {
  EXPECT_EQ(units(U"I don't pay 1,000.50."), (Units{U"I", U"don't", U"pay", U"1,000.50", U"."}));
  EXPECT_EQ(units(U"'a' b."), (Units{U"'", U"a", U"'", U"b", U"."}));
}

TEST(Units, TakesKanaOneByOneAndOtherScriptsByWord) {
  EXPECT_EQ(units(U"ねこ и кот"), (Units{U"ね", U"こ", U"и", U"кот"}));
}

TEST(Units, HasNoneInWhiteSpace) { EXPECT_TRUE(units(U" \t\u3000").empty()); }

}  // namespace
}  // namespace tfm::analysis
