#include <gtest/gtest.h>

#include "metrics/bleu.h"

namespace tfm {
namespace {

using Tokens = std::vector<std::string>;

Tokens zh(std::string_view segment) { return bleu_tokens(segment, BleuTokenization::kZh); }
Tokens as_13a(std::string_view segment) { return bleu_tokens(segment, BleuTokenization::k13a); }

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

TEST(TokenizeChar, SplitsEveryCodePointAndDropsWhiteSpace) {
  EXPECT_EQ(bleu_tokens(" ab 中\u3000😀e\u0301", BleuTokenization::kChar),
            (Tokens{"a", "b", "中", "😀", "e", "\u0301"}));
}

TEST(TokenizeNone, SplitsAtUnicodeWhiteSpaceOnly) {
  EXPECT_EQ(bleu_tokens("a,b\u00A0c.\u2028d\x1C"
                        "e\u200Bf\u3000",
                        BleuTokenization::kNone),
            (Tokens{"a,b", "c.", "d", "e\u200Bf"}));
}

TEST(BleuTokens, AreNoneForBlankSegments) {
  for (const auto tokenize :
       {BleuTokenization::kZh, BleuTokenization::k13a, BleuTokenization::kChar, BleuTokenization::kNone}) {
    EXPECT_EQ(bleu_tokens("", tokenize), Tokens{}) << name_of(tokenize);
    EXPECT_EQ(bleu_tokens(" \t\n\u3000\u00A0", tokenize), Tokens{}) << name_of(tokenize);
  }
}

TEST(BleuTokens, HoldReplacementCharactersWhereTheTextIsNotUtf8) {
  EXPECT_EQ(bleu_tokens("a\xFF"
                        "b",
                        BleuTokenization::kChar),
            (Tokens{"a", "\uFFFD", "b"}));
}

}  // namespace
}  // namespace tfm
