#include "metrics/ter_tokenizer.h"

#include <gtest/gtest.h>

#include "metrics/python_string.h"

namespace tfm::metrics {
namespace {

using Tokens = std::vector<std::string>;

Tokens tokens(std::string_view line, const TerOptions& options) {
  const auto text = tokenize_ter(decode_utf8(line), options);
  Tokens result;
  for (const auto word : split(text)) result.push_back(encode_utf8(word));
  return result;
}

TEST(TerTokenizer, OnlyLowersByDefault) {
  EXPECT_EQ(tokens("Hello, (World)! 我们。", {}), (Tokens{"hello,", "(world)!", "我们。"}));
}

TEST(TerTokenizer, LeavesTheCaseWhereTold) { EXPECT_EQ(tokens("Hello", {.case_sensitive = true}), Tokens{"Hello"}); }

TEST(TerTokenizer, SplitsOffPunctuationWhenNormalized) {
  EXPECT_EQ(tokens("a,b (c) 1,000.5 7-8 re-do 5.", {.normalized = true}),
            (Tokens{"a", ",", "b", "(", "c", ")", "1,000.5", "7", "-", "8", "re-do", "5", "."}));
  EXPECT_EQ(tokens("我们。他", {.normalized = true}), Tokens{"我们。他"});
}

TEST(TerTokenizer, SplitsThePossessiveWhenNormalized) {
  EXPECT_EQ(tokens("the dog's tail is the dog's", {.normalized = true}),
            (Tokens{"the", "dog", "'s", "tail", "is", "the", "dog", "'s"}));
  EXPECT_EQ(tokens("the dogs' it'sx", {.normalized = true}), (Tokens{"the", "dogs'", "it'sx"}));
}

TEST(TerTokenizer, UndoesEscapesWhenNormalized) {
  EXPECT_EQ(tokens("&quot;a&amp;lt;", {.normalized = true}), (Tokens{"\"", "a", "<"}));
  EXPECT_EQ(tokens("&lt;", {}), Tokens{"&lt;"});
}

TEST(TerTokenizer, SplitsChineseCharactersAndMarksWithAsianSupportWhenNormalized) {
  const TerOptions options{.normalized = true, .asian_support = true};
  EXPECT_EQ(tokens("我们a。（他）㈱𠀀𠀀", options), (Tokens{"我", "们", "a", "。", "（", "他", "）", "㈱", "𠀀𠀀"}));
  EXPECT_EQ(tokens("ひらカナ", options), Tokens{"ひらカナ"});
  EXPECT_EQ(tokens("我们。", {.asian_support = true}), Tokens{"我们。"}) << "alone it does nothing";
}

TEST(TerTokenizer, RemovesPunctuationWithinWords) {
  EXPECT_EQ(tokens("a.b, (c)! - 'd' ?", {.no_punct = true}), (Tokens{"ab", "c", "-", "'d'"}));
  EXPECT_EQ(tokens("我。们，", {.no_punct = true}), Tokens{"我。们，"});
  EXPECT_EQ(tokens("我。们，「他」", {.no_punct = true, .asian_support = true}), Tokens{"我们他"});
}

TEST(TerTokenizer, GivesNothingForABlankLine) {
  for (const bool on : {false, true}) {
    EXPECT_EQ(tokens(" \t\u3000", {.normalized = on, .no_punct = on, .asian_support = on}), Tokens{});
  }
}

}  // namespace
}  // namespace tfm::metrics
