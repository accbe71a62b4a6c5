#include "text/sentence_join.h"

#include <gtest/gtest.h>

#include <vector>

namespace tfm {
namespace {

std::string joined(const std::vector<std::string_view>& sentences, std::string_view language) {
  std::string line;
  for (const auto sentence : sentences) append_sentence(line, sentence, language);
  return line;
}

TEST(AppendSentence, ChineseStandsWithoutBlanks) {
  for (const char* language : {"zh", "zh-Hant-TW", "ZH_cn", "yue", "ja"}) {
    EXPECT_EQ(joined({"猫。", "狗。"}, language), "猫。狗。");
    EXPECT_EQ(joined({"好 ", " GPU。"}, language), "好GPU。");
    EXPECT_EQ(joined({"OK.", "GPU"}, language), "OK. GPU") << "words don't grow together";
  }
}

TEST(AppendSentence, OtherLanguagesHaveOneBlank) {
  EXPECT_EQ(joined({"One.", "Two. ", "  Three."}, "en"), "One. Two. Three.");
  EXPECT_EQ(joined({"猫。", "狗。"}, "ko"), "猫。 狗。");
}

TEST(AppendSentence, WithoutALanguageTheCharactersDecide) {
  EXPECT_EQ(joined({"猫。", "狗。"}, ""), "猫。狗。");
  EXPECT_EQ(joined({"One.", "Two."}, ""), "One. Two.");
}

TEST(AppendSentence, NothingAddsNothing) { EXPECT_EQ(joined({"", "One.", "", " ", "Two.", ""}, "en"), "One. Two."); }

}  // namespace
}  // namespace tfm
