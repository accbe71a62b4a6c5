#include "analysis/untranslated.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

TEST(Untranslated, AreLatinWordsOfTheSourceThatNoReferenceHas) {
  const auto found =
      untranslated({"我爱 Bonn 和 gpu。", "我有 IBM。", "新 word"}, {{"我爱波恩和 GPU。"}, {"x"}, {"x"}},
                   {"I love Bonn and GPUs and GPU.", "I have ibm.", "new"}, UntranslatedScript::kLatinWords);
  EXPECT_EQ(found.segments, 2);
  ASSERT_EQ(found.clearest.size(), 2U);
  EXPECT_EQ(found.clearest[0].words, (Lines{"Bonn"}));
  EXPECT_EQ(found.clearest[1].words, (Lines{"IBM"}));
}

TEST(Untranslated, IgnoreSingleLetters) {
  EXPECT_EQ(untranslated({"I 爱你"}, {{"我爱你"}}, {"I love you"}, UntranslatedScript::kLatinWords).segments, 0);
}

TEST(Untranslated, KeepWordsWithApostrophesAndDigitsWhole) {
  const auto found = untranslated({"我 don't 用 GPT4"}, {{"x"}}, {"I don't use GPT4"}, UntranslatedScript::kLatinWords);
  EXPECT_EQ(found.clearest.at(0).words, (Lines{"don't", "GPT4"}));
}

TEST(Untranslated, LeaveOutCopiesOfTheWholeSource) {
  EXPECT_EQ(untranslated({"Tom knows"}, {{"汤姆知道"}}, {"Tom knows"}, UntranslatedScript::kLatinWords).segments, 0);
}

TEST(Untranslated, CountWordsByLineWhateverTheirCase) {
  const auto found =
      untranslated({"Tom Tom tim", "tom"}, {{"汤姆"}, {"汤姆"}}, {"Tom Tim", "Tom"}, UntranslatedScript::kLatinWords);
  EXPECT_EQ(found.clearest[0].segment, 0U);
  EXPECT_EQ(found.clearest[0].words, (Lines{"Tom", "tim"}));
  EXPECT_EQ(found.different_words, 2);
  EXPECT_EQ(found.frequent[0].word, "tom");
  EXPECT_EQ(found.frequent[0].segments, 2);
}

TEST(Untranslated, AreHanRunsForAnyOtherTarget) {
  const auto found = untranslated({"I love 波恩 now", "The 猫 sign"}, {{"I love Bonn now"}, {"The 猫 sign"}},
                                  {"我爱波恩", "猫字"}, UntranslatedScript::kHanRuns);
  EXPECT_EQ(found.segments, 1);
  EXPECT_EQ(found.clearest[0].words, (Lines{"波恩"}));
}

TEST(Untranslated, AreUnknownWithoutSources) {
  EXPECT_EQ(untranslated({"Bonn"}, {{"波恩"}}, {}, UntranslatedScript::kLatinWords).segments, 0);
}

}  // namespace
}  // namespace tfm::analysis
