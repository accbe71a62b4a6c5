#include "text/split_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/random.h"
#include "text/code_points.h"
#include "text/unicode.h"

namespace tfm {
namespace {

using TextParts = std::vector<std::string_view>;

int64_t characters_in(std::string_view text) { return std::ssize(decode_utf8(text)); }

TextParts split_at(std::string_view text, int64_t most) { return split_text(text, most, characters_in); }

TEST(SplitText, EachSentenceIsAPart) {
  EXPECT_EQ(split_at("猫。狗！", 10), (TextParts{"猫。", "狗！"}));
  EXPECT_EQ(split_at("One. Two.", 10), (TextParts{"One. ", "Two."}));
  EXPECT_EQ(split_at("", 10), TextParts{});
}

TEST(SplitText, ClausesOfALongSentenceStayTogetherAsFarAsTheyFit) {
  EXPECT_EQ(split_at("短。一二，三四，五六，七八。好。", 7),
            (TextParts{"短。", "一二，三四，", "五六，七八。", "好。"}));
}

TEST(SplitText, ThenWordsThenCharacters) {
  EXPECT_EQ(split_at("one two three", 8), (TextParts{"one two ", "three"}));
  EXPECT_EQ(split_at("猫猫猫猫猫", 2), (TextParts{"猫猫", "猫猫", "猫"}));
  EXPECT_EQ(split_at("a bbbbbbb c", 3), (TextParts{"a ", "bbb", "bbb", "b ", "c"}));
}

TEST(SplitText, NeverTakesACharacterApart) {
  EXPECT_EQ(split_at("👩\u200d👩\u200d👧", 3), (TextParts{"👩\u200d", "👩\u200d👧"}));
  EXPECT_EQ(split_text("猫狗", 1, [](std::string_view text) { return std::ssize(text); }), (TextParts{"猫", "狗"}))
      << "a character that is too long by itself is a part";
}

TEST(SplitText, OneLineOfMarksIsCutAsWell) {
  std::string marks;
  for (int i = 0; i < 363; ++i) marks += "!";
  const auto parts = split_at(marks, 100);
  EXPECT_EQ(parts.size(), 4U);
}

// A vocabulary by which two units together are longer than their sum.
TEST(SplitText, PartsFitByAnOddMeasureToo) {
  const auto odd = [](std::string_view text) {
    return characters_in(text) + (text.find(", x") != std::string_view::npos ? 10 : 0);
  };
  for (const auto part : split_text("a, x, b, x, c, d", 9, odd)) EXPECT_LE(odd(part), 9) << part;
}

TEST(SplitText, NothingOfATextIsLostAndEachPartFits) {
  constexpr uint64_t kSeed = 12;
  RandomStream random(stream_key(kSeed, "split text", {}));
  const std::vector<std::string> atoms = {"a", "bc", " ", ".", "。", "，", ", ", "猫", "！", "\"", "”", "😀", "\u200d"};
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::string text;
    for (uint64_t i = random.below(200); i > 0; --i) text += atoms[random.below(atoms.size())];
    const auto most = static_cast<int64_t>(1 + random.below(30));
    std::string joined;
    for (const auto part : split_at(text, most)) {
      EXPECT_TRUE(is_valid_utf8(part));
      EXPECT_TRUE(characters_in(part) <= most || part.find("\u200d") != std::string_view::npos) << part;
      joined += part;
    }
    ASSERT_EQ(joined, text) << "seed " << kSeed;
  }
}

TEST(SplitText, ComesToAnEndOnBytesThatAreNoText) {
  const std::string text(1000, '\x80');
  std::string joined;
  for (const auto part : split_at(text, 4)) joined += part;
  EXPECT_EQ(joined.size(), 1000U);
}

}  // namespace
}  // namespace tfm
