#include "training/alignment_loss.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../model/small_model.h"
#include "training/objective.h"

namespace tfm {
namespace {

using testing::small_config;
using testing::small_model;

constexpr SpecialIds kIds{.pad = 0, .unk = 1, .bos = 2, .eos = 3};

// Two linked pairs of unlike lengths and one without links.
Batch linked_batch() {
  static const std::vector<int32_t> source = {5, 6, 7, 8}, short_source = {9, 4}, target = {10, 11, 12}, other = {13};
  static const Alignment first = {{0, 0}, {3, 0}, {2, 2}}, last = {{1, 0}};
  return make_batch(
      std::vector<EncodedPair>{{source, target, first}, {short_source, other}, {short_source, target, last}}, kIds,
      kIds);
}

at::Tensor random_log_weights(const Batch& batch, int64_t heads) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t{5});
  const auto scores = at::randn({batch.size(), heads, batch.target_input.size(1), batch.source.size(1)}, generator,
                                at::TensorOptions(at::kDouble));
  return scores.log_softmax(-1).requires_grad_();
}

// The formula as it stands, link by link.
double plainly(const at::Tensor& log_weights, GuidedHeads heads) {
  const auto weights = log_weights.exp();
  const auto attention = heads == GuidedHeads::kFirst ? weights.select(1, 0) : weights.mean(1);  // [B, T, S]
  const auto at = [&](int64_t row, int64_t t, int64_t s) { return -std::log(attention[row][t][s].item<double>()); };
  return (at(0, 0, 0) + at(0, 0, 3)) / 2 + at(0, 2, 2) + at(2, 0, 1);
}

TEST(AlignmentLoss, IsTheCrossEntropyOfTheLinks) {
  const auto batch = linked_batch();
  const auto log_weights = random_log_weights(batch, 3);
  for (const auto heads : {GuidedHeads::kAverage, GuidedHeads::kFirst}) {
    EXPECT_NEAR(alignment_loss(log_weights, batch.links, heads).item<double>(), plainly(log_weights, heads), 1e-6);
  }
}

TEST(AlignmentLoss, HasTheGradientOfTheFormula) {
  const auto batch = linked_batch();
  const auto log_weights = random_log_weights(batch, 2);
  for (const auto heads : {GuidedHeads::kAverage, GuidedHeads::kFirst}) {
    log_weights.mutable_grad() = at::Tensor();
    alignment_loss(log_weights, batch.links, heads).backward();
    const auto gradient = log_weights.grad().flatten();
    const at::NoGradGuard no_grad;
    constexpr double kStep = 1e-5;
    for (int64_t i = 0; i < gradient.numel(); ++i) {
      auto above = log_weights.detach().clone(), below = above.clone();
      above.view(-1)[i] += kStep;
      below.view(-1)[i] -= kStep;
      const double slope = (plainly(above, heads) - plainly(below, heads)) / (2 * kStep);
      EXPECT_NEAR(gradient[i].item<double>(), slope, 1e-6) << i;
    }
  }
}

TEST(AlignmentLoss, HasAGradientWhereAttentionIsTooSmallForANumber) {
  const auto batch = linked_batch();
  auto log_weights = at::full({3, 2, 4, 5}, -1000.0).requires_grad_();
  const auto loss = alignment_loss(log_weights, batch.links, GuidedHeads::kAverage);
  EXPECT_NEAR(loss.item<double>(), 3000.0, 1e-2);
  loss.backward();
  EXPECT_NEAR(log_weights.grad().sum().item<double>(), -3.0, 1e-3);  // of numbers near 1000
}

Objective guided(double weight, int64_t layer = 0) {
  return {.label_smoothing = 0.1, .guidance = AlignmentGuidance{.weight = weight, .layer = layer}};
}

TEST(SummedLoss, AddsTheGuidanceToTheTokens) {
  auto model = small_model();
  Dropout none;
  const auto batch = linked_batch();
  const auto plain = summed_loss(model, batch, {.label_smoothing = 0.1}, none);
  EXPECT_FALSE(plain.alignment.defined());
  EXPECT_TRUE(at::equal(plain.total, plain.tokens));
  const auto loss = summed_loss(model, batch, guided(0.5), none);
  EXPECT_NEAR(loss.tokens.item<double>(), plain.tokens.item<double>(), 1e-4);  // another kernel's rounding
  EXPECT_GT(loss.alignment.item<double>(), 0.0);
  EXPECT_FLOAT_EQ(loss.total.item<float>(), (loss.tokens + 0.5 * loss.alignment).item<float>());
}

TEST(SummedLoss, LooksAtTheAttentionThatARecorderShows) {
  for (const auto& variant : testing::variants()) {
    auto model = small_model(variant.config);
    Dropout none;
    const auto batch = linked_batch();
    for (int64_t layer = 0; layer < variant.config.decoder_layers; ++layer) {
      AttentionRecorder recorder;
      model->decode(batch.target_input, model->encode({batch.source, batch.source_mask}, none), none, &recorder);
      const auto& cross = recorder.weights()[static_cast<size_t>(2 * layer + 1)];
      const auto loss = summed_loss(model, batch, guided(1.0, layer), none);
      EXPECT_NEAR(loss.alignment.item<double>(), plainly(cross.log(), GuidedHeads::kAverage), 1e-4) << variant.name;
    }
  }
}

TEST(SummedLoss, GuidesNothingWithoutLinks) {
  auto model = small_model();
  Dropout none;
  auto batch = linked_batch();
  batch.links = {};
  EXPECT_FALSE(summed_loss(model, batch, guided(0.5), none).alignment.defined());
}

// The same elements are dropped, whatever is guided: the token loss stays, but for the other kernel's rounding.
TEST(SummedLoss, LeavesDropoutAsItIs) {
  auto model = small_model();
  const auto batch = linked_batch();
  const auto tokens = [&](const Objective& objective) {
    Dropout dropout({.residual = 0.3}, 11);
    return summed_loss(model, batch, objective, dropout).tokens.item<double>();
  };
  const double plain = tokens({.label_smoothing = 0.1});
  EXPECT_NEAR(tokens(guided(0.5, 0)), plain, 1e-4);
  EXPECT_NEAR(tokens(guided(0.5, 1)), plain, 1e-4);
}

// Nothing behind the guided attention's own queries and keys hears of the guidance.
TEST(SummedLoss, TeachesTheGuidedLayersQueriesAndKeys) {
  auto model = small_model();
  Dropout none;
  const auto batch = linked_batch();
  summed_loss(model, batch, guided(1.0, 0), none).alignment.backward();
  const auto heard = [&](const std::string& name) {
    const auto gradient = model->named_parameters()[name].grad();
    return gradient.defined() && gradient.abs().max().item<double>() > 0.0;
  };
  EXPECT_TRUE(heard("decoder.layers.0.cross_attention.query.weight"));
  EXPECT_TRUE(heard("decoder.layers.0.cross_attention.key.weight"));
  EXPECT_TRUE(heard("encoder.layers.1.feed_forward.outer.weight"));
  EXPECT_FALSE(heard("decoder.layers.0.cross_attention.value.weight"));
  EXPECT_FALSE(heard("decoder.layers.1.cross_attention.query.weight"));
}

TEST(TrainingObjective, FollowsTheConfig) {
  TrainingConfig training;
  EXPECT_FALSE(training_objective(training, small_config()).guidance);
  training.guided_alignment_weight = 0.2;
  training.guided_alignment_heads = GuidedHeads::kFirst;
  const auto objective = training_objective(training, small_config());
  EXPECT_EQ(objective.label_smoothing, training.label_smoothing);
  EXPECT_EQ(objective.guidance->weight, 0.2);
  EXPECT_EQ(objective.guidance->layer, 0);
  EXPECT_EQ(objective.guidance->heads, GuidedHeads::kFirst);
}

}  // namespace
}  // namespace tfm
