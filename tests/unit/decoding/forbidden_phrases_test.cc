#include "decoding/forbidden_phrases.h"

#include <gtest/gtest.h>

#include <set>

#include "toy_translator.h"

namespace tfm {
namespace {

using testing::toy_lines;
using testing::toy_vocabulary;

std::string spelled(const std::vector<int32_t>& ids) {
  std::string text;
  for (const int32_t id : ids) text += toy_vocabulary().target->piece(id);
  return text;
}

TEST(PhraseSpeller, SpellsAWordInAllWaysWithAndWithoutItsBoundary) {
  const auto& tokenizer = *toy_vocabulary().target;
  for (const std::string phrase : {"cat", "red cat"}) {
    const auto all = PhraseSpeller(tokenizer).spellings(phrase);
    std::string core;
    for (const char c : phrase) core += c == ' ' ? std::string("\u2581") : std::string(1, c);
    std::set<std::string> texts;
    for (const auto& way : all) texts.insert(spelled(way));
    EXPECT_EQ(texts, (std::set<std::string>{core, "\u2581" + core})) << phrase;
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << phrase;
    EXPECT_EQ(std::ranges::count(all, tokenizer.encode(phrase)), 1) << phrase;
  }
}

// c-a-t in 2^2 ways, the boundary alone or before the first piece, as far as the vocabulary has the pieces.
TEST(PhraseSpeller, CountsEveryCutThatTheVocabularyAllows) {
  const auto& tokenizer = *toy_vocabulary().target;
  const std::string text =
      "\u2581"
      "cat";
  std::size_t expected = 0;
  for (const std::string& whole : {text.substr(3), text}) {
    std::vector<std::size_t> ways(whole.size() + 1, 0);
    ways[0] = 1;
    for (std::size_t end = 1; end <= whole.size(); ++end) {
      for (std::size_t begin = 0; begin < end; ++begin) {
        if (tokenizer.has_piece(whole.substr(begin, end - begin))) ways[end] += ways[begin];
      }
    }
    expected += ways.back();
  }
  EXPECT_EQ(PhraseSpeller(tokenizer).spellings("cat").size(), expected);
  EXPECT_GT(expected, 2U);
}

// No way to write it may be missing, also where a piece spells more than the phrase.
TEST(PhraseSpeller, FindsHanTextWhereverItBeginsAndEnds) {
  const auto& tokenizer = *toy_vocabulary().target;
  std::vector<int32_t> texts;
  for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) {
    if (tokenizer.has_piece(tokenizer.piece(id))) texts.push_back(id);
  }
  for (const std::string phrase : {"猫", "红猫"}) {
    const auto all = PhraseSpeller(tokenizer).spellings(phrase);
    const std::set<std::vector<int32_t>> found(all.begin(), all.end());
    ASSERT_EQ(found.size(), all.size());
    for (const int32_t first : texts) {
      EXPECT_EQ(found.contains({first}), spelled({first}).find(phrase) != std::string::npos) << spelled({first});
      for (const int32_t second : texts) {
        const bool has_it = spelled({first, second}).find(phrase) != std::string::npos;
        const bool in_one =
            spelled({first}).find(phrase) != std::string::npos || spelled({second}).find(phrase) != std::string::npos;
        const bool with_boundary = spelled({first, second}) == "\u2581" + phrase;
        EXPECT_EQ(found.contains({first, second}), with_boundary || (has_it && !in_one)) << spelled({first, second});
      }
    }
  }
}

TEST(PhraseSpeller, HasNothingForWhatTheVocabularyCannotSpell) {
  const PhraseSpeller speller(*toy_vocabulary().target);
  EXPECT_TRUE(speller.spellings("龘").empty());
  EXPECT_TRUE(speller.spellings("cat 龘").empty());
  EXPECT_TRUE(speller.spellings("").empty());
}

TEST(PhraseSpeller, SpellsByBytesWhatNoPieceHas) {
  TokenizerConfig config;
  config.vocab_size = 290;
  config.byte_fallback = true;
  const auto lines = toy_lines(300, 1);
  std::size_t next = 0;
  const auto trained = train_tokenizer(
      config, [&] { return next < lines.size() ? std::optional(lines[next++]) : std::nullopt; }, "the toy lines");
  const auto tokenizer = Tokenizer::from_bytes(trained.model_bytes, "with bytes");
  for (const std::string phrase : {"鱼", "猫鱼", "Q"}) {
    const auto all = PhraseSpeller(tokenizer).spellings(phrase);
    const auto encoded = tokenizer.encode(phrase);
    EXPECT_EQ(std::ranges::count(all, encoded), 1) << phrase;
    EXPECT_FALSE(tokenizer.has_piece(tokenizer.piece(encoded.back()))) << phrase << " should end in a byte";
    for (const auto& way : all) EXPECT_EQ(tokenizer.decode(way), phrase);
  }
}

TEST(PhraseSpeller, StopsAtItsLimitAndTakesTheShortestFirst) {
  std::string phrase;
  for (int i = 0; i < 16; ++i) phrase += i == 0 ? "house" : " house";
  const auto all = PhraseSpeller(*toy_vocabulary().target).spellings(phrase);
  EXPECT_LE(all.size(), 2 * PhraseSpeller::kMostSpellings);
  EXPECT_GE(all.size(), PhraseSpeller::kMostSpellings);
  EXPECT_LE(all[0].size(), all[1].size());
}

}  // namespace
}  // namespace tfm
