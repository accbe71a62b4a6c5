// What options do to translations of a model with random weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/loop_threads.h"
#include "torch_decoding/forced_decoding.h"
#include "toy_translator.h"

namespace tfm {
namespace {

using testing::source_lines;
using testing::toy_codec;
using testing::toy_decoding;
using testing::toy_lines;
using testing::toy_member;
using testing::toy_transformer;
using testing::toy_vocabulary;

constexpr int64_t kLines = 12;
constexpr double kRounding = 1e-4;

struct TranslatorCase {
  const char* name;
  std::function<void(DecodingConfig&)> set;
};

class TranslatorOptions : public ::testing::TestWithParam<TranslatorCase> {
 protected:
  TranslatorOptions() { GetParam().set(config_); }

  std::vector<Translation> translate(int64_t num_best = 1) {
    Translator translator({toy_member(model_)}, toy_codec(), config_, num_best);
    auto lines = source_lines(toy_lines(kLines, 2));
    lines[1].prefix = "猫 red";
    return translator.translate(lines);
  }

  Transformer model_ = toy_transformer(3);
  DecodingConfig config_ = toy_decoding();
};

void expect_equal_to_the_bit(const std::vector<Translation>& ones, const std::vector<Translation>& others) {
  ASSERT_EQ(ones.size(), others.size());
  for (std::size_t i = 0; i < ones.size(); ++i) {
    EXPECT_EQ(ones[i].text(), others[i].text()) << "line " << i;
    EXPECT_EQ(ones[i].nbest.front().log_prob, others[i].nbest.front().log_prob) << "line " << i;
    EXPECT_EQ(ones[i].nbest.front().token_log_probs, others[i].nbest.front().token_log_probs) << "line " << i;
  }
}

TEST_P(TranslatorOptions, LeaveLogProbAsForcedDecodingHasIt) {
  const auto& ids = toy_vocabulary().target->special_ids();
  int64_t finished = 0;
  for (const auto& translation : translate(2)) {
    for (const auto& entry : translation.nbest) {
      const std::vector<EncodedPair> pair{{translation.source_pieces, entry.pieces}};
      const auto score = score_pairs(model_, pair, ids, ids, 1000).front();
      double expected = 0.0;
      ASSERT_EQ(std::ssize(entry.token_log_probs), entry.tokens);
      for (std::size_t i = 0; i < entry.token_log_probs.size(); ++i) {  // but for the end mark, where it isn't there
        EXPECT_NEAR(entry.token_log_probs[i], score.token_log_probs[i], kRounding);
        expected += score.token_log_probs[i];
      }
      EXPECT_NEAR(entry.log_prob, expected, kRounding);
      finished += entry.tokens > std::ssize(entry.pieces) ? 1 : 0;
    }
  }
  EXPECT_GT(finished, 0);
}

TEST_P(TranslatorOptions, GiveTheSameInAnyBatch) {
  config_.batch_size = 64;
  const auto together = translate();
  for (const int64_t size : {1, 5}) {
    config_.batch_size = size;
    expect_equal_to_the_bit(translate(), together);
  }
}

TEST_P(TranslatorOptions, GiveTheSameOnSeveralThreads) {
  config_.batch_size = 3;
  const auto alone = translate();
  const int threads = loop_threads();
  set_loop_threads(3);
  expect_equal_to_the_bit(translate(), alone);
  set_loop_threads(threads);
}

TEST_P(TranslatorOptions, GiveManyTranslationsThatAllReadDifferentlyAndTheFirstOfOneFirst) {
  const auto one = translate(1), four = translate(4);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(four[i].text(), one[i].text());
    std::set<std::string> texts;
    for (const auto& entry : four[i].nbest) texts.insert(entry.text);
    EXPECT_EQ(texts.size(), four[i].nbest.size());
  }
}

TEST_P(TranslatorOptions, GivePrefixesTheirPlace) {
  EXPECT_TRUE(translate()[1].text().starts_with("猫 red")) << translate()[1].text();
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TranslatorOptions,
    ::testing::Values(TranslatorCase{"Plain", [](DecodingConfig&) {}},
                      TranslatorCase{"NoLengthPenalty", [](DecodingConfig& config) { config.length_penalty = "none"; }},
                      TranslatorCase{"Repetition",
                                     [](DecodingConfig& config) {
                                       config.no_repeat_ngram = 2;
                                       config.repetition_penalty = 1.5;
                                     }},
                      TranslatorCase{"Lengths",
                                     [](DecodingConfig& config) {
                                       config.min_length = 5;
                                       config.max_length = 14;
                                     }},
                      TranslatorCase{"Coverage", [](DecodingConfig& config) { config.coverage_penalty = 0.5; }},
                      TranslatorCase{"Patience", [](DecodingConfig& config) { config.patience = 2.0; }},
                      TranslatorCase{"Sampling",
                                     [](DecodingConfig& config) {
                                       config.sampling = true;
                                       config.temperature = 1.5;
                                       config.top_p = 0.9;
                                     }}),
    [](const auto& instance) { return instance.param.name; });

int64_t count_unknown(UnknownWords unknown) {
  int64_t count = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    auto config = toy_decoding();
    config.unknown = unknown;
    config.sampling = true;  // so that every piece comes now and then
    Translator translator({toy_member(toy_transformer(seed))}, toy_codec(), config);
    for (const auto& translation : translator.translate(source_lines(toy_lines(kLines, seed)))) {
      const auto unk = static_cast<int32_t>(toy_vocabulary().target->special_ids().unk);
      count += std::ranges::count(translation.nbest.front().pieces, unk);
    }
  }
  return count;
}

TEST(Unknown, PiecesComeUnlessTheyAreSuppressed) {
  EXPECT_GT(count_unknown(UnknownWords::kKeep), 0);
  EXPECT_EQ(count_unknown(UnknownWords::kSuppress), 0);
}

TEST(Ensemble, GivesTheLogarithmOfTheMeanProbability) {
  std::vector<Transformer> models{toy_transformer(3), toy_transformer(4)};
  Translator translator({toy_member(models[0], 1.0), toy_member(models[1], 3.0)}, toy_codec(), toy_decoding());
  const auto& ids = toy_vocabulary().target->special_ids();
  for (const auto& translation : translator.translate(source_lines(toy_lines(4, 2)))) {
    const auto& entry = translation.nbest.front();
    const std::vector<EncodedPair> pair{{translation.source_pieces, entry.pieces}};
    const auto first = score_pairs(models[0], pair, ids, ids, 1000).front();
    const auto second = score_pairs(models[1], pair, ids, ids, 1000).front();
    for (std::size_t i = 0; i < entry.token_log_probs.size(); ++i) {
      const double mean = 0.25 * std::exp(first.token_log_probs[i]) + 0.75 * std::exp(second.token_log_probs[i]);
      EXPECT_NEAR(entry.token_log_probs[i], std::log(mean), kRounding);
    }
  }
}

}  // namespace
}  // namespace tfm
