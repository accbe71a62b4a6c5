// What a GPU computes, held against the CPU. Skipped where there is no GPU.
#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/cuda.h>

#include <functional>

#include "../unit/model/small_model.h"
#include "benchmark/peak_memory.h"
#include "benchmark/synthetic_text.h"
#include "benchmark/timed_update.h"
#include "decoding/search_translations.h"
#include "model/dropout.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {
namespace {

using testing::kSmallVocabulary;

// In float32 both devices add the same numbers in different orders, and round in 24 bits. TF32's 11 bits would show.
constexpr double kLossTolerance = 1e-5;      // relative
constexpr double kGradientTolerance = 1e-4;  // of the largest element
// bfloat16 rounds in 8 bits, 0.4 % each time, up and down alike.
constexpr double kBfloat16Tolerance = 0.02;

class OnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) GTEST_SKIP() << "there is no CUDA device";
  }
  const at::Device device_{at::kCUDA, 0};
};

// Masks are a device's own.
ModelConfig without_dropout(ModelConfig config = testing::small_config()) {
  config.dropout = 0.0;
  return config;
}

struct Computed {
  double loss = 0.0;
  std::vector<at::Tensor> gradients = {};  // by parameter, on the CPU
};

Computed compute(const ModelConfig& config, Precision precision, at::Device device) {
  auto model = testing::small_model(config);
  model->to(device);
  TrainingConfig training;
  training.precision = precision;
  const auto batches = synthetic_batches(synthetic_pairs(30, 8.0, kSmallVocabulary, 1), 400, 1);
  const auto window = window_of(batches, 0, 2);
  Computed computed{.loss = WindowGradient(model, training).compute(window, 1.0).tokens};
  for (const auto& parameter : model->parameters()) computed.gradients.push_back(parameter.grad().to(at::kCPU));
  return computed;
}

TEST_F(OnDevice, LossAndGradientsAreTheCpusForEveryVariant) {
  for (const auto& [name, config] : testing::variants()) {
    SCOPED_TRACE(name);
    const auto expected = compute(without_dropout(config), Precision::kFloat32, at::kCPU);
    const auto found = compute(without_dropout(config), Precision::kFloat32, device_);
    EXPECT_NEAR(found.loss, expected.loss, kLossTolerance * expected.loss);
    for (std::size_t i = 0; i < expected.gradients.size(); ++i) {
      const double largest = expected.gradients[i].abs().max().item<double>();
      const double difference = (found.gradients[i] - expected.gradients[i]).abs().max().item<double>();
      // Some gradients are zero but for rounding, such as that of a key's bias.
      EXPECT_LE(difference, kGradientTolerance * largest + 1e-7) << "parameter " << i;
    }
  }
}

TEST_F(OnDevice, Bfloat16IsNearFloat32) {
  const auto expected = compute(without_dropout(), Precision::kFloat32, at::kCPU);
  const auto found = compute(without_dropout(), Precision::kBfloat16, device_);
  EXPECT_NEAR(found.loss, expected.loss, kBfloat16Tolerance * expected.loss);
}

// `set`: what else the search goes by.
std::vector<std::vector<Hypothesis>> search(int64_t beam_size, at::Device device,
                                            const std::function<void(SearchOptions&, SentenceTask&)>& set = {}) {
  auto model = testing::small_model(without_dropout());
  model->to(device);
  std::vector<std::vector<int32_t>> sources;
  for (const auto& pair : synthetic_pairs(8, 8.0, kSmallVocabulary, 2)) sources.push_back(pair.source);
  const auto ids = synthetic_ids();
  SearchOptions options{
      .beam_size = beam_size, .num_best = beam_size, .bos = ids.bos, .eos = ids.eos, .forbidden = {ids.pad, ids.bos}};
  std::vector<SentenceTask> tasks;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    tasks.push_back({.most_tokens = 12, .source_pieces = std::ssize(sources[i]), .number = i});
    if (set) set(options, tasks.back());
  }
  const std::vector<EnsembleMember> models{{decoding_model(model, aligning_attention({}, model->config()), ids, ids)}};
  return search_translations(models, sources, tasks, options);
}

void expect_same_hypotheses(const std::vector<std::vector<Hypothesis>>& found,
                            const std::vector<std::vector<Hypothesis>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t sentence = 0; sentence < expected.size(); ++sentence) {
    ASSERT_EQ(found[sentence].size(), expected[sentence].size());
    for (std::size_t i = 0; i < expected[sentence].size(); ++i) {
      EXPECT_EQ(found[sentence][i].tokens, expected[sentence][i].tokens);
      EXPECT_NEAR(found[sentence][i].log_prob, expected[sentence][i].log_prob, 1e-4);
    }
  }
}

TEST_F(OnDevice, SearchFindsTheCpusHypotheses) {
  for (const int64_t beam_size : {1, 4}) {
    SCOPED_TRACE(beam_size);
    expect_same_hypotheses(search(beam_size, device_), search(beam_size, at::kCPU));
  }
}

TEST_F(OnDevice, SearchGoesByItsRulesAsOnTheCpu) {
  const auto set = [](SearchOptions& options, SentenceTask& task) {
    options.no_repeat_ngram = 2;
    options.repetition_penalty = 1.3;
    options.coverage_penalty = 0.4;
    options.forbidden_sequences = {{9}, {10, 11}};
    if (task.number % 2 == 0) task.prefix = {7, 8};
  };
  expect_same_hypotheses(search(4, device_, set), search(4, at::kCPU, set));
}

TEST_F(OnDevice, SamplingDrawsWhatItDrawsOnTheCpu) {
  const auto set = [](SearchOptions& options, SentenceTask&) {
    options.sampling = SamplingOptions{.temperature = 1.2, .top_k = 12, .top_p = 0.9};
  };
  expect_same_hypotheses(search(3, device_, set), search(3, at::kCPU, set));
}

TEST_F(OnDevice, DropoutIsAFunctionOfKeyAndPlace) {
  const auto x = at::ones({64, 64}, device_).set_requires_grad(true);
  Dropout first({.residual = 0.5}, 1), again({.residual = 0.5}, 1), other({.residual = 0.5}, 2);
  const auto place0 = first.residual(x), place1 = first.residual(x);
  EXPECT_TRUE(place0.equal(again.residual(x)));
  EXPECT_TRUE(place1.equal(again.residual(x)));
  EXPECT_FALSE(place0.equal(place1));
  EXPECT_FALSE(place0.equal(other.residual(x)));
  place0.sum().backward();
  EXPECT_TRUE(x.grad().equal(place0)) << "the backward pass drops the same elements";
}

TEST_F(OnDevice, PeakMemoryCountsWhatIsThere) {
  const auto mebibyte = at::zeros({1 << 20}, at::TensorOptions(device_).dtype(at::kByte));
  EXPECT_GE(peak_memory(device_), 1 << 20);
}

}  // namespace
}  // namespace tfm
