// Equality with sacreBLEU 2.6.0 on what tests/golden/make_bleu_golden.py wrote.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "metrics/bleu.h"
#include "metrics/chrf.h"

namespace tfm {
namespace {

using nlohmann::json;
using Lines = std::vector<std::string>;

// Both sides do the same few double operations: only the last digits of exp and log may differ.
constexpr double kTolerance = 1e-9;

constexpr std::array kTokenizations = {BleuTokenization::kZh, BleuTokenization::k13a, BleuTokenization::kChar,
                                       BleuTokenization::kNone};

const json& golden() {
  static const json data = json::parse(std::ifstream(TFM_TEST_DATA "/bleu_golden.json"));
  return data;
}

std::string joined(const Lines& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += (text.empty() ? "" : " ") + token;
  return text;
}

void expect_equal(const BleuScore& score, const json& expected) {
  EXPECT_NEAR(score.score, expected["score"].get<double>(), kTolerance);
  EXPECT_EQ(json(score.correct), expected["correct"]);
  EXPECT_EQ(json(score.total), expected["total"]);
  for (size_t i = 0; i < score.precisions.size(); ++i) {
    EXPECT_NEAR(score.precisions[i], expected["precisions"][i].get<double>(), kTolerance);
  }
  EXPECT_EQ(score.verbose(), expected["verbose"]);
}

TEST(GoldenBleu, SplitsEverySegmentAsSacrebleuDoes) {
  ASSERT_GT(golden()["segments"].size(), 100u);
  for (const json& segment : golden()["segments"]) {
    for (const BleuTokenization tokenize : kTokenizations) {
      EXPECT_EQ(joined(bleu_tokens(segment["text"].get<std::string>(), tokenize)),
                segment["tokens"][name_of(tokenize)].get<std::string>())
          << name_of(tokenize) << " of " << segment["text"];
    }
  }
}

TEST(GoldenBleu, ScoresEveryCorpusAsSacrebleuDoes) {
  ASSERT_GT(golden()["corpora"].size(), 10u);
  for (const json& corpus : golden()["corpora"]) {
    for (const BleuTokenization tokenize : kTokenizations) {
      SCOPED_TRACE(name_of(tokenize));
      const json& expected = corpus["bleu"][name_of(tokenize)];
      expect_equal(corpus_bleu(corpus["hypotheses"].get<Lines>(), corpus["references"].get<Lines>(), {tokenize}),
                   expected);
      EXPECT_EQ(bleu_signature({tokenize}), expected["signature"]);
    }
  }
}

TEST(GoldenChrf, ScoresEveryCorpusAsSacrebleuDoes) {
  for (const json& corpus : golden()["corpora"]) {
    const double score = corpus_chrf(corpus["hypotheses"].get<Lines>(), corpus["references"].get<Lines>());
    EXPECT_NEAR(score, corpus["chrf"]["score"].get<double>(), kTolerance);
    EXPECT_EQ(chrf_signature(), corpus["chrf"]["signature"]);
  }
}

}  // namespace
}  // namespace tfm
