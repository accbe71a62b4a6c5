// The same weights, searched by a plain beam search in Python: the same hypotheses and scores. What wrote the files:
// tests/golden/make_search_golden.py.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "decoding/search_translations.h"
#include "golden_model.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {
namespace {

using GoldenJson = nlohmann::json;

constexpr double kScoreTolerance = 1e-4;

SearchOptions golden_search_options(const GoldenJson& fields) {
  SearchOptions options;
  options.beam_size = fields.at("beam_size");
  options.length_penalty = LengthPenalty::parse(fields.at("length_penalty"));
  options.patience = fields.value("patience", 1.0);
  options.coverage_penalty = fields.value("coverage_penalty", 0.0);
  options.no_repeat_ngram = fields.value("no_repeat_ngram", int64_t{0});
  options.repetition_penalty = fields.value("repetition_penalty", 1.0);
  options.num_best = options.finished_wanted();
  options.bos = kSpecial.bos;
  options.eos = kSpecial.eos;
  options.forbidden = {kSpecial.pad, kSpecial.bos};
  return options;
}

void expect_hypothesis(const Hypothesis& found, const GoldenJson& expected) {
  EXPECT_EQ(found.tokens, expected.at("tokens").get<std::vector<int32_t>>());
  EXPECT_EQ(found.finished, expected.at("finished").get<bool>());
  EXPECT_NEAR(found.log_prob, expected.at("log_prob").get<double>(), kScoreTolerance);
  EXPECT_NEAR(found.score, expected.at("score").get<double>(), kScoreTolerance);
  const auto parts = expected.at("token_log_probs").get<std::vector<double>>();
  ASSERT_EQ(found.token_log_probs.size(), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_NEAR(found.token_log_probs[i], parts[i], kScoreTolerance);
}

class SearchGolden : public ::testing::TestWithParam<const char*> {};

TEST_P(SearchGolden, HypothesesAndScoresAreTheReferences) {
  const auto file = read_safetensors(std::string(TFM_TEST_DATA) + "/search_" + GetParam() + ".safetensors");
  const auto model = golden_model(file);
  const auto attention = aligning_attention({}, model->config());
  const std::vector<EnsembleMember> fast{{decoding_model(model, attention, kSpecial, kSpecial)}};
  const std::vector<EnsembleMember> plain{
      {std::make_shared<TransformerDecoding>(model, attention, kSpecial, kSpecial)}};
  const auto sources = pieces(file.tensors.at("source"));
  std::vector<SentenceTask> tasks;
  for (const auto& source : sources) {
    tasks.push_back({.most_tokens = std::stol(file.metadata.at("limit")), .source_pieces = std::ssize(source)});
  }
  const auto searches = GoldenJson::parse(file.metadata.at("searches"));
  ASSERT_GE(searches.size(), 6U);
  for (const auto& search : searches) {
    SCOPED_TRACE(search.at("options").dump());
    for (const auto* models : {&fast, &plain}) {
      const auto found = search_translations(*models, sources, tasks, golden_search_options(search.at("options")));
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto& expected = search.at("found").at(i);
        ASSERT_EQ(found[i].size(), expected.size()) << "source " << i;
        for (std::size_t j = 0; j < found[i].size(); ++j) expect_hypothesis(found[i][j], expected.at(j));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, SearchGolden, ::testing::Values("pre", "modern", "separate_everything"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace tfm
