#include "analysis/script_figures.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

int64_t count(const ScriptFigures& figures, CharacterClass kind) {
  return figures.characters[static_cast<std::size_t>(kind)];
}

MarkForms forms(const std::string& line, Mark mark) {
  return script_figures({line}).marks[static_cast<std::size_t>(mark)];
}

TEST(ScriptFigures, CountCharactersByClass) {
  const auto figures = script_figures({"我用 GPU2，", "好。\xFF"});
  EXPECT_EQ(count(figures, CharacterClass::kHan), 3);
  EXPECT_EQ(count(figures, CharacterClass::kLatin), 3);
  EXPECT_EQ(count(figures, CharacterClass::kDigit), 1);
  EXPECT_EQ(count(figures, CharacterClass::kCjkMark), 2);
  EXPECT_EQ(count(figures, CharacterClass::kReplacement), 1);
  EXPECT_EQ(figures.visible, 10);
  EXPECT_EQ(figures.replacement_lines, 1);
}

TEST(ScriptFigures, CountSpacesBetweenHanCharactersOnly) {
  EXPECT_EQ(script_figures({"我 用\u3000 它 GPU 好 ，对 "}).spaces_within_han, 2);
  EXPECT_EQ(script_figures({"我", "用"}).spaces_within_han, 0);
}

TEST(ScriptFigures, TellTheFormsOfAMarkApart) {
  EXPECT_EQ(forms("a,b，c，", Mark::kComma).typographic, 2);
  EXPECT_EQ(forms("a,b，c，", Mark::kComma).ascii, 1);
  EXPECT_EQ(forms("“a” \"", Mark::kQuotation).typographic, 2);
  EXPECT_EQ(forms("“a” \"", Mark::kQuotation).ascii, 1);
  EXPECT_EQ(forms("好！!", Mark::kExclamation).ascii, 1);
}

TEST(ScriptFigures, CountARunOfStopsAsOneEllipsis) {
  EXPECT_EQ(forms("a... b……", Mark::kEllipsis).ascii, 1);
  EXPECT_EQ(forms("a... b……", Mark::kEllipsis).typographic, 1);
  EXPECT_EQ(forms("a... b.", Mark::kFullStop).ascii, 1);
}

TEST(ScriptFigures, LeaveOutMarksWithinNumbersAndWords) {
  EXPECT_EQ(forms("1,000.5, don't well-known", Mark::kComma).ascii, 1);
  EXPECT_EQ(forms("1,000.5", Mark::kFullStop).ascii, 0);
  EXPECT_EQ(forms("don't", Mark::kQuotation).ascii, 0);
  EXPECT_EQ(forms("well-known", Mark::kDash).ascii, 0);
}

}  // namespace
}  // namespace tfm::analysis
