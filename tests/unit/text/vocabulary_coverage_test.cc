#include "text/vocabulary_coverage.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tfm {
namespace {

Tokenizer load(const std::string& name) { return Tokenizer::load(TFM_TEST_DATA "/tokenizer_" + name + ".model"); }

// Trained here, since the tables of a normalization are large.
const Tokenizer& nfkc_tokenizer() {
  static const Tokenizer tokenizer = [] {
    TokenizerConfig config;
    config.vocab_size = 45;
    config.character_coverage = 1.0;
    config.normalization = Normalization::kNfkc;
    int64_t line = 0;
    const auto sentences = [line]() mutable -> std::optional<std::string> {
      if (++line > 200) return std::nullopt;
      return "猫看见狗，你呢？ the cat sees a café " + std::to_string(line);
    };
    return Tokenizer::from_bytes(train_tokenizer(config, sentences, "test").model_bytes, "nfkc");
  }();
  return tokenizer;
}

void add(VocabularyCoverage& coverage, const Tokenizer& tokenizer, const std::vector<std::string>& lines) {
  for (size_t i = 0; i < lines.size(); ++i) {
    coverage.add(lines[i], tokenizer.encode(lines[i]), static_cast<int64_t>(i) + 1);
  }
}

TEST(VocabularyCoverage, FindsNothingWhereEveryLineComesBack) {
  for (const char* name : {"tfm_ids", "no_bos", "byte_fallback"}) {
    const Tokenizer tokenizer = load(name);
    VocabularyCoverage coverage(tokenizer);
    add(coverage, tokenizer, {"the cat reads books .", " 猫在花园里看书。  the\tcat", ""});
    if (std::string(name) == "byte_fallback") add(coverage, tokenizer, {"龘 😀", "the\u3000cat"});
    EXPECT_EQ(coverage.lines_changed(), 0) << name;
    EXPECT_TRUE(coverage.warnings().empty()) << name;
    EXPECT_TRUE(coverage.lost_characters().empty()) << name;
  }
}

TEST(VocabularyCoverage, NamesTheCharactersOutsideTheVocabulary) {
  const Tokenizer tokenizer = load("tfm_ids");
  VocabularyCoverage coverage(tokenizer);
  add(coverage, tokenizer, {"the cat .", "《猫》 the 《", "the 😀", "猫龘》"});
  EXPECT_EQ(coverage.lines(), 4);
  EXPECT_EQ(coverage.lines_with_unknown(), 3);
  EXPECT_EQ(coverage.lines_changed(), 3);
  EXPECT_EQ(coverage.unknown_pieces(), 5);  // 龘》 is one
  const auto lost = coverage.lost_characters(2);
  ASSERT_EQ(lost.size(), 2U);
  EXPECT_EQ(lost[0].character, "《");
  EXPECT_TRUE(lost[0].unknown);
  EXPECT_EQ(lost[0].count, 2);
  EXPECT_EQ(lost[0].first_line, 2);
  EXPECT_EQ(lost[1].character, "》");
  EXPECT_EQ(coverage.warnings(),
            std::vector<std::string>{"3 of 4 lines have characters outside the vocabulary: 《 (2), 》 (2), 龘 (1), 😀 "
                                     "(1); raise /tokenizer/character_coverage, or set /tokenizer/byte_fallback"});
}

TEST(VocabularyCoverage, NamesTwentyCharactersAndCountsTheRest) {
  const Tokenizer tokenizer = load("tfm_ids");
  VocabularyCoverage coverage(tokenizer);
  add(coverage, tokenizer, {"αβγδεζηθικλμνξοπρστυφχψ"});
  const std::string warning = coverage.warnings().at(0);
  EXPECT_NE(warning.find("υ (1) and 3 more; raise"), std::string::npos) << warning;
  EXPECT_EQ(coverage.lost_characters().size(), 20U);
}

TEST(VocabularyCoverage, SaysHowMuchComesBack) {
  const Tokenizer tokenizer = load("tfm_ids");
  VocabularyCoverage coverage(tokenizer);
  EXPECT_EQ(coverage.summary(), "0 lines, 0 pieces, 0 of them unknown (0.00%); 0 lines (0.00%) come back as they are");
  add(coverage, tokenizer, {"猫", "the", "the", "龘"});
  EXPECT_EQ(coverage.summary(),
            "4 lines, 8 pieces, 1 of them unknown (12.50%); 3 lines (75.00%) come back as they are");
}

TEST(VocabularyCoverage, ShowsWhatNormalizationReplaces) {
  const Tokenizer& tokenizer = nfkc_tokenizer();
  VocabularyCoverage coverage(tokenizer);
  add(coverage, tokenizer, {"猫，狗，", "the cat", "你呢？\u3000the", "café"});
  EXPECT_EQ(coverage.unknown_pieces(), 0);
  EXPECT_EQ(coverage.warnings(),
            std::vector<std::string>{
                "2 of 4 lines have characters that the vocabulary's normalization replaces, so that no translation can "
                "have them: ， → , (2), ？ → ? (1); set /tokenizer/normalization to \"identity\" to keep them"});
  const auto lost = coverage.lost_characters();
  EXPECT_FALSE(lost.at(0).unknown);
  EXPECT_EQ(lost.at(0).becomes, ",");
}

TEST(VocabularyCoverage, CountsLinesThatChangeThoughNoCharacterDoes) {
  const Tokenizer& tokenizer = nfkc_tokenizer();
  VocabularyCoverage coverage(tokenizer);
  add(coverage, tokenizer, {"a cafe\u0301", "a café"});
  EXPECT_EQ(coverage.lines_changed(), 1);
  for (const auto& warning : coverage.warnings()) EXPECT_NE(warning.find("1 of 2 lines"), std::string::npos) << warning;
  EXPECT_FALSE(coverage.warnings().empty());
}

TEST(VocabularyCoverage, ShowsTheBlankMarkThatComesBackAsABlank) {
  const Tokenizer tokenizer = load("tfm_ids");
  VocabularyCoverage coverage(tokenizer);
  add(coverage, tokenizer, {"the▁cat"});
  ASSERT_EQ(coverage.warnings().size(), 1U);
  EXPECT_NE(coverage.warnings()[0].find("▁ → nothing (1)"), std::string::npos) << coverage.warnings()[0];
}

TEST(VocabularyCoverage, IsTheSameWhenPartsAreMerged) {
  constexpr uint64_t kSeed = 11;
  RandomStream random(stream_key(kSeed, "coverage", {}));
  const Tokenizer tokenizer = load("tfm_ids");
  VocabularyCoverage whole(tokenizer), first(tokenizer), second(tokenizer);
  const std::vector<std::string> words = {"the", "cat", "《", "猫", "龘", "😀", "▁"};
  for (int64_t line = 1; line <= 200; ++line) {
    std::string text;
    for (uint64_t i = random.below(4); i > 0; --i) text += words[random.below(words.size())] + " ";
    const auto ids = tokenizer.encode(text);
    whole.add(text, ids, line);
    (random.below(2) == 0 ? first : second).add(text, ids, line);
  }
  second.merge(first);
  EXPECT_EQ(second.summary(), whole.summary());
  EXPECT_EQ(second.warnings(), whole.warnings()) << "seed " << kSeed;
  const auto expected = whole.lost_characters(), merged = second.lost_characters();
  ASSERT_EQ(merged.size(), expected.size());
  for (size_t i = 0; i < merged.size(); ++i) EXPECT_EQ(merged[i].first_line, expected[i].first_line);
}

}  // namespace
}  // namespace tfm
