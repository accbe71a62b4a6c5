#include "terms/term_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "terms/word_borders.h"
#include "text/code_points.h"

namespace tfm {
namespace {

using Numbers = std::vector<int64_t>;

TEST(TermFinder, FindsWholeWordsWhereWordsHaveBorders) {
  const TermFinder finder({"cat", "St."});
  EXPECT_EQ(finder.find("a cat, a dog"), Numbers{0});
  EXPECT_EQ(finder.find("the cat's tail"), Numbers{0});
  EXPECT_EQ(finder.find("a catalogue of concatenations"), Numbers{});
  EXPECT_EQ(finder.find("St.Petersburg"), Numbers{1});  // a full stop ends a word by itself
}

TEST(TermFinder, FindsChineseTermsAnywhere) {
  const TermFinder finder({"北京", "GPU"});
  EXPECT_EQ(finder.find("我在北京大学用GPU卡"), (Numbers{0, 1}));
  EXPECT_EQ(finder.find("北 京"), Numbers{});
}

TEST(TermFinder, MindsTheCaseOfTermsThatHaveUpperCaseLetters) {
  const TermFinder finder({"apple", "Apple", "IT"});
  EXPECT_EQ(finder.find("an apple"), Numbers{0});
  EXPECT_EQ(finder.find("Apple sells it"), Numbers{1});  // of two, the one that is written so
  EXPECT_EQ(finder.find("APPLE"), Numbers{0});
  EXPECT_EQ(finder.find("the IT department"), Numbers{2});
}

TEST(TermFinder, TheLongestTermWinsAndMatchesDoNotOverlap) {
  const TermFinder finder({"new york", "york", "new york city", "city hall"});
  EXPECT_EQ(finder.find("New York City Hall in York"), (Numbers{2, 1}));
  EXPECT_EQ(finder.find("New Yorkers in York"), Numbers{1});
}

TEST(TermFinder, GivesEachTermOnceInTheOrderOfTheText) {
  EXPECT_EQ(TermFinder({"a", "b"}).find("b a b a"), (Numbers{1, 0}));
}

TEST(TermFinder, AnyWhiteSpaceIsOneBlank) { EXPECT_EQ(TermFinder({"new york"}).find("New \t York"), Numbers{0}); }

// The rule, tried term by term at each place.
Numbers find_by_trying(const std::vector<std::u32string>& terms, const std::u32string& text) {
  Numbers found;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t longest = 0;
    int64_t number = -1;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto& term = terms[i];
      if (term.size() <= longest || text.compare(begin, term.size(), term) != 0) continue;
      if (!stands_by_itself(text, begin, term.size())) continue;
      longest = term.size();
      number = static_cast<int64_t>(i);
    }
    if (number >= 0 && std::ranges::count(found, number) == 0) found.push_back(number);
    begin += std::max<std::size_t>(longest, 1);
  }
  return found;
}

TEST(TermFinder, FindsWhatTryingEachTermFinds) {
  const std::u32string letters = U"ab北 -";
  std::mt19937 random(20260);
  const auto text_of = [&](std::size_t most) {
    std::u32string text(1 + random() % most, U'a');
    for (auto& c : text) c = letters[random() % letters.size()];
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::u32string> terms;
    for (int i = 0; i < 8; ++i) {
      auto term = text_of(4);
      std::erase(term, U' ');
      if (!term.empty() && std::ranges::count(terms, term) == 0) terms.push_back(term);
    }
    std::vector<std::string> encoded;
    for (const auto& term : terms) encoded.push_back(encode_utf8(term));
    auto text = text_of(20);
    for (auto& c : text) c = c == U' ' ? U'，' : c;
    EXPECT_EQ(TermFinder(encoded).find(encode_utf8(text)), find_by_trying(terms, text)) << "round " << round;
  }
}

TEST(WordBorders, LettersOfScriptsWithBlanksMakeWords) {
  for (const char32_t c : U"aZ9éЖعअ") {
    if (c != 0) {
      EXPECT_TRUE(is_word_character(c)) << static_cast<uint32_t>(c);
    }
  }
  for (const char32_t c : U" -'。中アん한ไ\U0001F600，\uFFFD") {
    if (c != 0) {
      EXPECT_FALSE(is_word_character(c)) << static_cast<uint32_t>(c);
    }
  }
}

}  // namespace
}  // namespace tfm
