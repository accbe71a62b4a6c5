#include "text/cut_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/random.h"
#include "text/unicode.h"

namespace tfm {
namespace {

using Parts = std::vector<std::string_view>;

TEST(CutText, LeavesATextThatFitsAlone) {
  EXPECT_EQ(cut_text("", 4), Parts{""});
  EXPECT_EQ(cut_text("a. b", 4), Parts{"a. b"});
}

TEST(CutText, CutsAfterTheLastSentenceThatFits) {
  EXPECT_EQ(cut_text("One. Two! Three? Four", 12), (Parts{"One. Two!", " Three? Four"}));
  EXPECT_EQ(cut_text("猫。狗！马？牛", 14), (Parts{"猫。狗！", "马？牛"}));
}

TEST(CutText, TakesAFullStopForAnEndOnlyBeforeABlank) {
  EXPECT_EQ(cut_text("pi is 3.14159 or", 10), (Parts{"pi is", " 3.14159", " or"}));
}

TEST(CutText, CutsBeforeABlankWhereNoSentenceEnds) {
  EXPECT_EQ(cut_text("one two three", 9), (Parts{"one two", " three"}));
}

TEST(CutText, CutsAfterAnyCharacterWhereThereIsNoBlank) {
  EXPECT_EQ(cut_text("猫猫猫猫", 8), (Parts{"猫猫", "猫猫"}));
  EXPECT_EQ(cut_text("😀😀😀", 4), (Parts{"😀", "😀", "😀"}));
}

TEST(CutText, GivesAllOfAnyTextInPartsThatFit) {
  constexpr uint64_t kSeed = 5;
  RandomStream random(stream_key(kSeed, "cut text", {}));
  const std::vector<std::string> characters = {"a", " ", ".", "é", "猫", "。", "😀", "！", "\t"};
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::string text;
    for (uint64_t i = random.below(60); i > 0; --i) text += characters[random.below(characters.size())];
    const size_t most = 4 + random.below(20);
    std::string joined;
    for (const std::string_view part : cut_text(text, most)) {
      EXPECT_LE(part.size(), most) << "seed " << kSeed;
      EXPECT_TRUE(is_valid_utf8(part)) << "seed " << kSeed;
      joined += part;
    }
    EXPECT_EQ(joined, text) << "seed " << kSeed;
  }
}

TEST(CutText, ComesToAnEndOnBytesThatAreNoText) { EXPECT_EQ(cut_text(std::string(10, '\x80'), 4).size(), 3U); }

}  // namespace
}  // namespace tfm
