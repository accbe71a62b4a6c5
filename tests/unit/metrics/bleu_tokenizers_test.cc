#include <gtest/gtest.h>

#include "metrics/bleu.h"

namespace tfm {
namespace {

using Tokens = std::vector<std::string>;

Tokens tokens_of(std::string_view segment, BleuTokenization tokenize) {
  return bleu_tokens(segment, {.tokenize = tokenize});
}
Tokens zh(std::string_view segment) { return tokens_of(segment, BleuTokenization::kZh); }
Tokens zh_fixed(std::string_view segment) { return tokens_of(segment, BleuTokenization::kZhFixed); }
Tokens as_13a(std::string_view segment) { return tokens_of(segment, BleuTokenization::k13a); }
Tokens intl(std::string_view segment) { return tokens_of(segment, BleuTokenization::kIntl); }

TEST(Tokenize13a, SplitsPunctuationFromWords) {
  EXPECT_EQ(as_13a("Hello, (dear) \"world\"!"), (Tokens{"Hello", ",", "(", "dear", ")", "\"", "world", "\"", "!"}));
}

TEST(Tokenize13a, LeavesApostrophesAndHyphensInWords) {
  EXPECT_EQ(as_13a("don't re-read"), (Tokens{"don't", "re-read"}));
}

TEST(Tokenize13a, KeepsNumbersTogetherButSplitsAHyphenAfterADigit) {
  EXPECT_EQ(as_13a("1,000.5 -3 1990-99"), (Tokens{"1,000.5", "-3", "1990", "-", "99"}));
}

TEST(Tokenize13a, SplitsAStopAfterANumberAtTheEnd) { EXPECT_EQ(as_13a("in 1990."), (Tokens{"in", "1990", "."})); }

TEST(Tokenize13a, UndoesSgmlEscapesOnce) {
  EXPECT_EQ(as_13a("&quot;a &amp; b&gt; &amp;lt; &amp;quot;"),
            (Tokens{"\"", "a", "&", "b", ">", "<", "&", "quot", ";"}));
}

TEST(Tokenize13a, JoinsLinesAtAHyphenAndDropsTheSkippedMark) {
  EXPECT_EQ(as_13a("re-\nread a\nb <skipped>c"), (Tokens{"reread", "a", "b", "c"}));
}

TEST(Tokenize13a, LeavesChineseTogether) { EXPECT_EQ(as_13a("我爱你。"), (Tokens{"我爱你。"})); }

TEST(TokenizeZh, SplitsChineseCharactersAndKeepsOtherWords) {
  EXPECT_EQ(zh("我爱 New York，真的。"), (Tokens{"我", "爱", "New", "York", "，", "真", "的", "。"}));
}

TEST(TokenizeZh, SplitsFullWidthLettersAndDigits) { EXPECT_EQ(zh("Ａ１１a"), (Tokens{"Ａ", "１", "１", "a"})); }

TEST(TokenizeZh, KeepsAStopAfterANumberAtTheEnd) {
  EXPECT_EQ(zh("in 1990. "), (Tokens{"in", "1990."}));
  EXPECT_EQ(zh("1990.年"), (Tokens{"1990", ".", "年"}));
}

TEST(TokenizeZh, KeepsAStopBeforeANumberAtTheStart) {
  EXPECT_EQ(zh(" .5 a"), (Tokens{".5", "a"}));
  EXPECT_EQ(as_13a(".5 a"), (Tokens{".", "5", "a"}));
}

TEST(TokenizeZh, LeavesSgmlEscapesAlone) { EXPECT_EQ(zh("&lt;"), (Tokens{"&", "lt", ";"})); }

TEST(TokenizeZh, SplitsDashesQuotesAndArrowsByTheMistypedRange) {
  EXPECT_EQ(zh("a…b—c→“d”"), (Tokens{"a", "…", "b", "—", "c", "→", "“", "d", "”"}));
  EXPECT_EQ(zh("a\u2A6Db\u2A6Ec"), (Tokens{"a", "\u2A6D", "b\u2A6Ec"}));
}

TEST(TokenizeZh, LeavesIdeographsOfExtensionBTogether) { EXPECT_EQ(zh("𠀀𠀁a中"), (Tokens{"𠀀𠀁a", "中"})); }

TEST(TokenizeZhFixed, SplitsIdeographsBeyondTheBasicPlane) {
  EXPECT_EQ(zh_fixed("𠀀𠀁a中\U0002F800\U0002FA1D"), (Tokens{"𠀀", "𠀁", "a", "中", "\U0002F800", "\U0002FA1D"}));
  EXPECT_EQ(zh_fixed("\U0002A6D6\U0002A6D7"), (Tokens{"\U0002A6D6", "\U0002A6D7"}));
  EXPECT_EQ(zh_fixed("\U0002A6D7\U0002A6D7"), (Tokens{"\U0002A6D7\U0002A6D7"}));
}

TEST(TokenizeZhFixed, LeavesDashesQuotesAndMathematicalSignsInWords) {
  EXPECT_EQ(zh_fixed("a…b—c→“d”"), (Tokens{"a…b—c→“d”"}));
  EXPECT_EQ(zh_fixed("a★b☎"), (Tokens{"a", "★", "b", "☎"})) << "U+2600..U+26FF are in a row of their own";
}

TEST(TokenizeIntl, SplitsPunctuationOfAllScriptsUnlessADigitIsOnTheOtherSide) {
  EXPECT_EQ(intl("Hello, (“world”)! 我。你"),
            (Tokens{"Hello", ",", "(", "“", "world", "”", ")", "!", "我", "。", "你"}));
  EXPECT_EQ(intl("1,000.5 1.Ⅷ ٣٫٤ a.5 5.a"), (Tokens{"1,000.5", "1.Ⅷ", "٣٫٤", "a", ".", "5", "5", ".", "a"}));
}

TEST(TokenizeIntl, SplitsSymbolsEverywhere) {
  EXPECT_EQ(intl("5€+$3=a→b"), (Tokens{"5", "€", "+", "$", "3", "=", "a", "→", "b"}));
}

TEST(TokenizeIntl, KeepsAStopAfterANumberAtTheEnd) { EXPECT_EQ(intl("in 1990."), (Tokens{"in", "1990."})); }

TEST(TokenizeIntl, LeavesSgmlEscapesAlone) { EXPECT_EQ(intl("&lt;"), (Tokens{"&", "lt", ";"})); }

TEST(TokenizeChar, SplitsEveryCodePointAndDropsWhiteSpace) {
  EXPECT_EQ(tokens_of(" ab 中\u3000😀e\u0301", BleuTokenization::kChar), (Tokens{"a", "b", "中", "😀", "e", "\u0301"}));
}

TEST(TokenizeNone, SplitsAtUnicodeWhiteSpaceOnly) {
  EXPECT_EQ(tokens_of("a,b\u00A0c.\u2028d\x1C"
                      "e\u200Bf\u3000",
                      BleuTokenization::kNone),
            (Tokens{"a,b", "c.", "d", "e\u200Bf"}));
}

TEST(BleuTokens, AreNoneForBlankSegments) {
  for (const auto tokenize : {BleuTokenization::kZh, BleuTokenization::kZhFixed, BleuTokenization::k13a,
                              BleuTokenization::kChar, BleuTokenization::kIntl, BleuTokenization::kNone}) {
    EXPECT_EQ(tokens_of("", tokenize), Tokens{}) << name_of(tokenize);
    EXPECT_EQ(tokens_of(" \t\n\u3000\u00A0", tokenize), Tokens{}) << name_of(tokenize);
  }
}

TEST(BleuTokens, HoldReplacementCharactersWhereTheTextIsNotUtf8) {
  EXPECT_EQ(tokens_of("a\xFF"
                      "b",
                      BleuTokenization::kChar),
            (Tokens{"a", "\uFFFD", "b"}));
}

}  // namespace
}  // namespace tfm
