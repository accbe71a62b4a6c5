#include "text/character_spans.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "text/tokenizer.h"

namespace tfm {
namespace {

using Spans = std::vector<CharacterSpan>;

TEST(WordSpans, CountCharactersWithoutBlanks) {
  EXPECT_EQ(word_spans("the  cat\tsat"), (Spans{{0, 3}, {3, 6}, {6, 9}}));
  EXPECT_EQ(word_spans(" 我们 爱 猫 "), (Spans{{0, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(word_spans(" \t "), Spans{});
  EXPECT_EQ(count_visible_characters("我们 爱\u3000猫 "), 4);
}

TEST(WordSpans, EndAtBlanksAlone) {
  EXPECT_EQ(word_spans("10\u00A0000 km"), (Spans{{0, 5}, {5, 7}}));
  EXPECT_EQ(python_word_spans("10\u00A0000 km"), (Spans{{0, 2}, {2, 5}, {5, 7}}));
  EXPECT_EQ(word_spans("我 \u3000 猫"), (Spans{{0, 1}, {1, 1}, {1, 2}}));
  EXPECT_EQ(python_word_spans("我 \u3000 猫"), (Spans{{0, 1}, {1, 2}}));
}

TEST(CharacterSpans, GiveAPartWithoutCharactersToTheNext) {
  const std::string text = " 龘 cat";  // bytes: blank 0, 龘 1 to 3, blank 4, cat 5 to 7
  const std::vector<ByteSpan> parts = {{0, 1}, {1, 1}, {1, 1}, {1, 4}, {4, 7}, {7, 8}};
  EXPECT_EQ(character_spans(text, parts), (Spans{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {1, 3}, {3, 4}}));
}

Tokenizer golden_tokenizer(const std::string& name) {
  return Tokenizer::load(std::filesystem::path(TFM_TEST_DATA) / ("tokenizer_" + name + ".model"));
}

// What each piece was made of, as text.
std::vector<std::string> parts_of(const Tokenizer& tokenizer, const std::string& text) {
  const auto encoded = tokenizer.encode_with_places(text);
  EXPECT_EQ(encoded.ids, tokenizer.encode(text));
  std::vector<std::string> parts;
  for (const auto& [begin, end] : encoded.places) {
    parts.push_back(text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
  }
  return parts;
}

TEST(EncodeWithPlaces, CoversTheText) {
  for (const char* name : {"tfm_ids", "byte_fallback"}) {
    const auto tokenizer = golden_tokenizer(name);
    for (const std::string text : {"the cat sat", "  the\tcat ", "我们爱猫", "龘龘 the 龘", ""}) {
      std::string whole;
      for (const auto& part : parts_of(tokenizer, text)) whole += part;
      std::erase_if(whole, [](char c) { return c == ' ' || c == '\t'; });
      std::string expected = text;
      std::erase_if(expected, [](char c) { return c == ' ' || c == '\t'; });
      EXPECT_EQ(whole, expected) << name;
    }
  }
}

TEST(EncodeWithPlaces, GivesAllBytesOfACharacterItsPlace) {
  const auto tokenizer = golden_tokenizer("byte_fallback");
  const std::string text = "the \U0001F600 cat";
  const auto encoded = tokenizer.encode_with_places(text);
  const auto spans = character_spans(text, encoded.places);
  int bytes = 0;
  for (size_t i = 0; i < encoded.ids.size(); ++i) {
    if (!tokenizer.piece(encoded.ids[i]).starts_with("<0x")) continue;
    ++bytes;
    EXPECT_EQ(spans[i], (CharacterSpan{3, 4}));
  }
  EXPECT_EQ(bytes, 4);
}

}  // namespace
}  // namespace tfm
