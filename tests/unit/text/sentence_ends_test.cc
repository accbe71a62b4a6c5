#include "text/sentence_ends.h"

#include <gtest/gtest.h>

#include <string>

#include "core/random.h"

namespace tfm {
namespace {

using Sentences = std::vector<std::string_view>;

TEST(SentencesOf, ChineseMarksEndASentenceAnywhere) {
  EXPECT_EQ(sentences_of("猫。狗！马？牛；羊"), (Sentences{"猫。", "狗！", "马？", "牛；", "羊"}));
  EXPECT_EQ(sentences_of("真的？！好……走吧。"), (Sentences{"真的？！", "好……", "走吧。"}));
}

TEST(SentencesOf, EnglishMarksEndOneBeforeABlank) {
  EXPECT_EQ(sentences_of("One. Two! Three?  Four"), (Sentences{"One. ", "Two! ", "Three?  ", "Four"}));
  EXPECT_EQ(sentences_of("What?! No... Yes."), (Sentences{"What?! ", "No... ", "Yes."}));
  EXPECT_EQ(sentences_of("see a.b?c=d!e or pi = 3.14 now"), (Sentences{"see a.b?c=d!e or pi = 3.14 now"}));
}

TEST(SentencesOf, EnglishMarksAreChineseOnesBetweenChineseCharacters) {
  EXPECT_EQ(sentences_of("你好!你是谁?我.你"), (Sentences{"你好!", "你是谁?", "我.", "你"}));
  EXPECT_EQ(sentences_of("第3.节"), (Sentences{"第3.节"}));
}

TEST(SentencesOf, ClosingMarksBelongToTheirSentence) {
  EXPECT_EQ(sentences_of("他说：“你好。”她走了。（完。）好"),
            (Sentences{"他说：“你好。”", "她走了。", "（完。）", "好"}));
  EXPECT_EQ(sentences_of("He said \"Go.\" She went. (They too.) So."),
            (Sentences{"He said \"Go.\" ", "She went. ", "(They too.) ", "So."}));
  EXPECT_EQ(sentences_of("She said 'Go.' He went."), (Sentences{"She said 'Go.' ", "He went."}));
}

TEST(SentencesOf, AStraightQuoteThatOpensBelongsToTheNextOne) {
  EXPECT_EQ(sentences_of("他来了。\"你好。\"他说。"), (Sentences{"他来了。", "\"你好。\"", "他说。"}));
}

TEST(SentencesOf, ASentenceGoesOnBehindACommaOrInLowerCase) {
  EXPECT_EQ(sentences_of("“走！”，他说。"), (Sentences{"“走！”，他说。"}));
  EXPECT_EQ(sentences_of("\"Why?\" he asked. \"Yahoo! news etc., and more.\""),
            (Sentences{"\"Why?\" he asked. ", "\"Yahoo! news etc., and more.\""}));
  EXPECT_EQ(sentences_of("well… maybe. Well… No"), (Sentences{"well… maybe. ", "Well… ", "No"}));
}

TEST(SentencesOf, AbbreviationsInitialsAndDottedNamesEndNone) {
  for (const char* text : {"Mr. Smith met Dr. J. R. Jones vs. Prof. X", "The U.S. Army at 5 p.m. Monday",
                           "See e.g. Smith et al. 2016", "No. 5 and pp. 3 of Vol. 2", "St. John's Ph.D. Thesis"}) {
    EXPECT_EQ(sentences_of(text), Sentences{text});
  }
  EXPECT_EQ(sentences_of("I said no. Go to example.com. Now."),
            (Sentences{"I said no. ", "Go to example.com. ", "Now."}));
}

TEST(SentencesOf, TheNumberOfAListsItemIsNoSentence) {
  EXPECT_EQ(sentences_of("1. Item one. 2. Item two."), (Sentences{"1. Item one. ", "2. Item two."}));
  EXPECT_EQ(sentences_of("It was 1984. He left."), (Sentences{"It was 1984. ", "He left."}));
}

TEST(SentencesOf, MarksAloneAreOneSentence) {
  EXPECT_EQ(sentences_of(""), Sentences{});
  EXPECT_EQ(sentences_of("   "), Sentences{"   "});
  EXPECT_EQ(sentences_of("。"), Sentences{"。"});
  EXPECT_EQ(sentences_of("!!!???...。。。"), Sentences{"!!!???...。。。"});
}

TEST(ClausesOf, CommasSemicolonsAndColonsEndThem) {
  EXPECT_EQ(clauses_of("一，二、三：四——五"), (Sentences{"一，", "二、", "三：", "四——", "五"}));
  EXPECT_EQ(clauses_of("one, two; three: 1,000 at 10:30"), (Sentences{"one, ", "two; ", "three: ", "1,000 at 10:30"}));
  EXPECT_EQ(clauses_of("你,我"), (Sentences{"你,", "我"}));
}

TEST(WordsOf, WhiteSpaceBelongsToTheWordBefore) {
  EXPECT_EQ(words_of(" a  b\tc　d"), (Sentences{" ", "a  ", "b\t", "c　", "d"}));
}

// Random text out of what decides, bytes that are no UTF-8 among it.
TEST(SentencesOf, NothingOfATextIsLost) {
  constexpr uint64_t kSeed = 11;
  RandomStream random(stream_key(kSeed, "sentences", {}));
  const std::vector<std::string> atoms = {"a",  "Mr", "B",  " ",  "  ",   ".",        "!",      "?", "…", "。", "！",
                                          "；", "，", ",",  ":",  "\"",   "”",        "“",      "'", ")", "（", "）",
                                          "猫", "3",  "\t", "　", "\xff", "\xe7\x8c", "\u200d", "é", "😀"};
  for (int repeat = 0; repeat < 3000; ++repeat) {
    std::string text;
    for (uint64_t i = random.below(40); i > 0; --i) text += atoms[random.below(atoms.size())];
    for (const auto parts_of : {sentences_of, clauses_of, words_of}) {
      std::string joined;
      for (const auto part : parts_of(text)) {
        EXPECT_FALSE(part.empty());
        joined += part;
      }
      ASSERT_EQ(joined, text) << "seed " << kSeed;
    }
  }
}

}  // namespace
}  // namespace tfm
