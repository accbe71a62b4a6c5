#include "cleaning/text_checks.h"

#include <gtest/gtest.h>

#include "cleaning/language_script.h"

namespace tfm {
namespace {

using Texts = std::vector<std::string>;

TEST(CountCharacters, CountsCodePoints) {
  EXPECT_EQ(count_characters(""), 0);
  EXPECT_EQ(count_characters("a好😀"), 3);
}

TEST(IsUntranslated, NeedsALetter) {
  EXPECT_TRUE(is_untranslated("OK", " OK"));
  EXPECT_TRUE(is_untranslated("好", "好"));
  EXPECT_FALSE(is_untranslated("2009", "2009"));
  EXPECT_FALSE(is_untranslated("...", "..."));
  EXPECT_FALSE(is_untranslated("OK", "ok"));
}

TEST(SymbolShare, CountsWhatIsNoLetterAndNoBlank) {
  EXPECT_EQ(symbol_share(""), 0.0);
  EXPECT_EQ(symbol_share("  "), 0.0);
  EXPECT_EQ(symbol_share("ab 12"), 0.5);
  EXPECT_EQ(symbol_share("！！"), 1.0);
  EXPECT_EQ(symbol_share("你好。"), 1.0 / 3);
}

TEST(NumbersIn, FindsSequencesOfTwoDigitsAndMore) {
  EXPECT_EQ(numbers_in("a 7 b 12, 345"), (Texts{"12", "345"}));
  EXPECT_EQ(numbers_in("１２年"), Texts{"12"});
  EXPECT_EQ(numbers_in("1,000 and 1，000"), (Texts{"1000", "1000"}));
  EXPECT_EQ(numbers_in("12,34"), (Texts{"12", "34"}));
  EXPECT_EQ(numbers_in("1,0000"), Texts{"0000"});
  EXPECT_EQ(numbers_in("2,000,000"), Texts{"2000000"});
  EXPECT_EQ(numbers_in("no digits"), Texts{});
}

TEST(UrlsIn, LeavesOutTheMarksAtTheEnd) {
  EXPECT_EQ(urls_in("see https://a.org/b?c=1, or (www.B.com)."), (Texts{"a.org/b?c=1", "www.b.com"}));
  EXPECT_EQ(urls_in("参见http://a.org/。"), Texts{"a.org"});
  EXPECT_EQ(urls_in("参见https://a.org。"), Texts{"a.org"});
  EXPECT_EQ(urls_in("none"), Texts{});
}

TEST(HasMarkup, KnowsTagsAndEntities) {
  for (const char* text : {"<b>x", "x</p>", "a<br/>b", "<a href=\"x\">", "&amp;", "x&#39;s", "&#x4F60;", "&nbsp;"}) {
    EXPECT_TRUE(has_markup(text)) << text;
  }
  for (const char* text : {"a < b > c", "1<2>3", "<3", "AT&T;", "R&D", "a & b; c", "&;", "&#;", "<中>"}) {
    EXPECT_FALSE(has_markup(text)) << text;
  }
}

TEST(WithoutMarks, LeavesLettersAndDigits) {
  EXPECT_EQ(without_marks("Hello, World! 12"), "helloworld12");
  EXPECT_EQ(without_marks("你好， 世界。"), "你好世界");
  EXPECT_EQ(without_marks("..."), "...");
}

TEST(ScriptOfLanguage, KnowsLanguagesAndTagsWithAScript) {
  EXPECT_EQ(script_of_language("zh"), WritingScript::kHan);
  EXPECT_EQ(script_of_language("zh-Hant-TW"), WritingScript::kHan);
  EXPECT_EQ(script_of_language("en_US"), WritingScript::kLatin);
  EXPECT_EQ(script_of_language("ja"), WritingScript::kJapanese);
  EXPECT_EQ(script_of_language("sr-Latn"), WritingScript::kLatin);
  EXPECT_EQ(script_of_language("sr-Cyrl"), WritingScript::kCyrillic);
  EXPECT_EQ(script_of_language("zh-Latn"), WritingScript::kLatin);  // pinyin
  EXPECT_EQ(script_of_language("th"), std::nullopt);
}

TEST(ScriptShare, TakesAHanCharacterForAWord) {
  EXPECT_EQ(script_share("使用 JavaScript configuration", WritingScript::kHan), 0.5);
  EXPECT_EQ(script_share("hello world", WritingScript::kHan), 0.0);
  EXPECT_EQ(script_share("2009!", WritingScript::kHan), std::nullopt);
  EXPECT_EQ(script_share("漢字かな", WritingScript::kJapanese), 1.0);
  EXPECT_EQ(script_share("привет мир", WritingScript::kLatin), 0.0);
  EXPECT_EQ(script_share("สวัสดี hello", WritingScript::kLatin), 0.5);
}

}  // namespace
}  // namespace tfm
