// Our Transformer against independent ones: the same weights give the same log-probabilities, loss and gradients. Each
// data/model_*.safetensors is a variant of the config; tests/golden/make_model_golden.py says how they were made.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden_model.h"
#include "torch_decoding/forced_decoding.h"
#include "training/objective.h"

namespace tfm {
namespace {

std::vector<std::string> variants() {
  const std::string prefix = "model_";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(TFM_TEST_DATA)) {
    const auto name = entry.path().stem().string();
    if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
  }
  std::ranges::sort(names);
  return names;
}

class ModelGolden : public ::testing::TestWithParam<std::string> {
 protected:
  ModelGolden()
      : file_(read_safetensors(std::string(TFM_TEST_DATA) + "/model_" + GetParam() + ".safetensors")),
        model_(golden_model(file_)),
        batch_(golden_batch(file_)) {}

  // Of the positions that aren't padding. log_probs: [B, T, V]
  void expect_golden(const Tensor& log_probs) const {
    const auto difference = (log_probs - file_.tensors.at("log_probs")).abs().amax(-1);  // [B, T]
    EXPECT_LT(difference.masked_select(batch_.target_mask).max().item<double>(), kFloat32Tolerance);
  }

  SafetensorsFile file_;
  Transformer model_;
  Batch batch_;
};

TEST_P(ModelGolden, LogProbabilitiesAreTheReferences) {
  const at::NoGradGuard no_grad;
  Dropout none;
  const auto encoded = model_->encode({batch_.source, batch_.source_mask}, none);
  expect_golden(model_->logits(model_->decode(batch_.target_input, encoded, none)).log_softmax(-1));
}

TEST_P(ModelGolden, CachedDecodingGivesThemToo) {
  const at::NoGradGuard no_grad;
  Dropout none;
  auto state = model_->start_decoding(model_->encode({batch_.source, batch_.source_mask}, none));
  std::vector<Tensor> logits;
  for (int64_t t = 0; t < batch_.target_input.size(1); ++t) {
    logits.push_back(model_->logits(model_->step(batch_.target_input.narrow(1, t, 1), state)));  // [B, 1, V]
  }
  expect_golden(at::cat(logits, 1).log_softmax(-1));
}

TEST_P(ModelGolden, LossAndGradientsAreTheReferences) {
  Dropout none;
  const auto loss = summed_loss(model_, batch_, {.label_smoothing = kLabelSmoothing}, none).total;
  const auto expected_loss = file_.tensors.at("loss").item<double>();
  EXPECT_NEAR(loss.item<double>(), expected_loss, kFloat32Tolerance * expected_loss);
  loss.backward();
  const auto expected = with_prefix(file_, "gradient.");
  for (const auto& entry : model_->named_parameters()) {
    const auto& gradient = expected.at(entry.key());
    const auto difference = (entry.value().grad() - gradient).abs().max().item<double>();
    EXPECT_LT(difference, kFloat32Tolerance * std::max(1.0, gradient.abs().max().item<double>())) << entry.key();
  }
}

TEST_P(ModelGolden, ScoresOfPairsAreTheReferences) {
  const auto sources = pieces(batch_.source), targets = pieces(batch_.target_output);
  std::vector<EncodedPair> pairs;
  for (std::size_t i = 0; i < sources.size(); ++i) pairs.push_back({sources[i], targets[i]});
  const auto scores = score_pairs(model_, pairs, kSpecial, kSpecial, /*batch_tokens=*/12);
  const auto expected = file_.tensors.at("log_probs").gather(2, batch_.target_output.unsqueeze(2)).squeeze(2);
  ASSERT_EQ(scores.size(), pairs.size());
  for (std::size_t row = 0; row < scores.size(); ++row) {
    ASSERT_EQ(scores[row].token_log_probs.size(), targets[row].size() + 1);  // the end mark is scored as well
    for (std::size_t t = 0; t <= targets[row].size(); ++t) {
      const auto golden = expected[static_cast<int64_t>(row)][static_cast<int64_t>(t)].item<double>();
      EXPECT_NEAR(scores[row].token_log_probs[t], golden, kFloat32Tolerance) << "pair " << row << ", token " << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, ModelGolden, ::testing::ValuesIn(variants()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace tfm
