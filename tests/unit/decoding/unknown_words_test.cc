#include "decoding/unknown_words.h"

#include <gtest/gtest.h>

#include "toy_translator.h"

namespace tfm {
namespace {

using testing::toy_codec;

// The place of the piece that holds the text.
int32_t place_of(const std::string& source, const std::string& text) {
  const auto placed = toy_codec().place_source(source);
  const auto wanted = static_cast<int64_t>(source.find(text));
  for (int32_t i = 0; i < std::ssize(placed.places); ++i) {
    const auto& span = placed.places[static_cast<std::size_t>(i)];
    if (span.begin <= wanted && wanted < span.end) return i;
  }
  ADD_FAILURE() << text;
  return 0;
}

// "猫 UNKNOWN 狗", where the unknown piece is linked with what stands at `text` in the source.
std::string copied(const std::string& source, const std::string& text) {
  const auto codec = toy_codec();
  auto pieces = codec.encode_target("猫");
  const auto place = static_cast<int32_t>(pieces.size());
  pieces.push_back(static_cast<int32_t>(codec.tokenizers().target->special_ids().unk));
  const auto dog = codec.encode_target("狗");
  pieces.insert(pieces.end(), dog.begin(), dog.end());
  return copy_unknown_words(codec, source, pieces, {{place_of(source, text), place}});
}

TEST(CopiedWords, AreWholeWordsOfTheSourceWithoutTheMarksAtTheirEnds) {
  EXPECT_EQ(copied("red Zeppelin, dog", "Z"), "猫Zeppelin狗");
  EXPECT_EQ(copied("red (Zeppelin) dog", "Z"), "猫Zeppelin狗");
  EXPECT_EQ(copied("red X-Y dog", "Y"), "猫X-Y狗");
  EXPECT_EQ(copied("red ** dog", "*"), "猫**狗");
}

TEST(CopiedWords, OfHanTextAreThePiecesOwnCharacters) {
  EXPECT_EQ(copied("红龘猫", "龘"), "猫龘狗");
  EXPECT_EQ(copied("红Zeppelin猫", "Z"), "猫Zeppelin狗");
}

TEST(CopiedWords, AreKeptApartFromLatinWords) {
  const auto codec = toy_codec();
  auto pieces = codec.encode_target("red");
  const auto place = static_cast<int32_t>(pieces.size());
  pieces.push_back(static_cast<int32_t>(codec.tokenizers().target->special_ids().unk));
  const auto dog = codec.encode_target("dog");
  pieces.insert(pieces.end(), dog.begin(), dog.end());
  EXPECT_EQ(copy_unknown_words(codec, "Zeppelin", pieces, {{place_of("Zeppelin", "Z"), place}}), "red Zeppelin dog");
  EXPECT_EQ(copy_unknown_words(codec, "Zeppelin", pieces, {}), "red dog");  // no link
}

}  // namespace
}  // namespace tfm
