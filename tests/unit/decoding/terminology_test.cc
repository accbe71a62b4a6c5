#include "decoding/terminology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>

#include "../file_testing.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

constexpr uint32_t kTextSeed = 7;

std::string text_of(std::mt19937& random, int length) {
  static const std::vector<std::string> parts = {"ab ", "abc ", "cab ", "北京", "在", "城", "大学", "京", ", "};
  std::string text;
  for (int i = 0; i < length; ++i) text += parts[random() % parts.size()];
  return text;
}

// A vocabulary of Chinese and Latin pieces.
Tokenizers small_tokenizers() {
  std::mt19937 random(kTextSeed);
  TokenizerConfig config;
  config.vocab_size = 40;
  int left = 400;
  const auto next = [&]() -> std::optional<std::string> {
    if (left-- == 0) return std::nullopt;
    return text_of(random, 6);
  };
  const auto trained = train_tokenizer(config, next, "the text");
  const auto both = std::make_shared<const Tokenizer>(Tokenizer::from_bytes(trained.model_bytes, "small"));
  return {both, both};
}

TextCodec small_codec() {
  static const Tokenizers tokenizers = small_tokenizers();
  DataConfig data;
  data.source_language = data.target_language = "zh";
  return {tokenizers, data};
}

class TerminologyOfAList : public ::testing::Test {
 protected:
  Terminology terminology(const std::string& list) {
    write_file(folder_ / "terms", list);
    return {folder_ / "terms", codec_};
  }

  ScratchFolder folder_;
  TextCodec codec_ = small_codec();
};

TEST_F(TerminologyOfAList, SaysWhatBecameOfTheTermsOfALine) {
  const auto terms = terminology("大学\t北京\n大学\t京城\ncab\tab\n");
  const auto results = terms.results("在大学, cab", "在京城 abc");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].source, "大学");
  EXPECT_EQ(results[0].target, "京城");  // an alternative
  EXPECT_TRUE(results[0].met);
  EXPECT_EQ(results[1].target, "ab");
  EXPECT_FALSE(results[1].met);  // abc is another word
}

TEST_F(TerminologyOfAList, BothSidesFollowTheTextPolicy) {
  const auto terms = terminology("大 学\t北 京\n");
  const auto results = terms.results("在大学", "在北京");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].met);
}

TEST_F(TerminologyOfAList, NamesTheLineOfATermThatTheVocabularyCannotSpell) {
  try {
    terminology("ab\t北京\n# none\ncab\t北海\n");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("terms:3 asks for 海"), std::string::npos) << error.what();
  }
}

TEST_F(TerminologyOfAList, TermsThatDoNotFitTogetherAreLeftOutTheLongestFirst) {
  auto terms = terminology("ab\t京\ncab\t北京在城大学在城北京在城\n");
  const auto found = terms.terms_in("ab cab");
  const auto all = terms.constraint(found, 100)->missing({});
  const auto one = terms.constraint({found[0]}, 100)->missing({});
  EXPECT_GT(all, one);
  EXPECT_EQ(terms.constraint(found, all + 1)->missing({}), all);
  EXPECT_EQ(terms.constraint(found, all)->missing({}), one);
  EXPECT_EQ(terms.constraint(found, one), nullptr);
  EXPECT_EQ(terms.constraint({}, 100), nullptr);
}

// From any text, piece by piece.
TEST_F(TerminologyOfAList, WhereNothingIsMissingTheTextHasTheTerms) {
  constexpr uint32_t kSeed = 11;
  std::mt19937 random(kSeed);
  auto terms = terminology("ab\t北京大学\nabc\t城在\ncab\tcab ab\n在\t京\n城\tabc\n");
  for (int round = 0; round < 100; ++round) {
    std::string line;
    for (const char* source : {"ab ", "abc ", "cab ", "在", "城"}) line += random() % 2 == 0 ? source : "";
    const auto constraint = terms.constraint(terms.terms_in(line), std::numeric_limits<int64_t>::max());
    if (!constraint) continue;
    auto pieces = codec_.encode_target(text_of(random, static_cast<int>(random() % 4)));
    while (constraint->missing(pieces) > 0) {
      const auto next = constraint->advancing(pieces);
      const auto missing = constraint->missing_with(pieces, next);
      const auto nearest = std::ranges::min_element(missing);
      ASSERT_TRUE(nearest != missing.end() && *nearest < constraint->missing(pieces)) << kSeed << " " << round;
      pieces.push_back(next[static_cast<std::size_t>(nearest - missing.begin())]);
    }
    const auto text = codec_.decode_target(pieces);
    for (const auto& result : terms.results(line, text)) {
      EXPECT_TRUE(result.met) << "seed " << kSeed << " round " << round << ": " << result.target << " in " << text;
    }
  }
}

}  // namespace
}  // namespace tfm
