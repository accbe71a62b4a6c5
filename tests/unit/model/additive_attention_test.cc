#include "model/additive_attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

namespace tfm {
namespace {

Tensor scores_by_the_formula(const Tensor& query, const Tensor& key, const Tensor& weight) {
  const auto h = (query.unsqueeze(3) + key.unsqueeze(2)).tanh();
  return (h * weight.view({1, weight.size(0), 1, 1, weight.size(1)})).sum(-1);
}

struct AdditiveInputs {
  explicit AdditiveInputs(at::ScalarType type, int64_t queries = 5) {
    at::manual_seed(2);
    const auto options = at::TensorOptions(type);
    query = at::randn({2, 3, queries, 4}, options).requires_grad_();
    key = at::randn({2, 3, 6, 4}, options).requires_grad_();
    weight = at::randn({3, 4}, options).requires_grad_();
  }
  Tensor query, key, weight;
};

TEST(AdditiveScores, AreTheFormula) {
  const AdditiveInputs in(at::kFloat);
  EXPECT_TRUE(additive_scores(in.query, in.key, in.weight)
                  .allclose(scores_by_the_formula(in.query, in.key, in.weight), 1e-5, 1e-6));
}

TEST(AdditiveScores, HaveTheFormulasGradients) {
  const AdditiveInputs in(at::kDouble);
  const auto factor = at::randn({2, 3, 5, 6}, at::kDouble);
  const auto gradients = [&](const Tensor& scores) {
    return torch::autograd::grad({(scores * factor).sum()}, {in.query, in.key, in.weight});
  };
  const auto ours = gradients(additive_scores(in.query, in.key, in.weight));
  const auto expected = gradients(scores_by_the_formula(in.query, in.key, in.weight));
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_TRUE(ours[i].allclose(expected[i], 1e-10, 1e-12)) << i;
}

TEST(AdditiveScores, HaveTheGradientsOfFiniteDifferences) {
  const AdditiveInputs in(at::kDouble);
  const auto loss = [&] { return additive_scores(in.query, in.key, in.weight).square().sum(); };
  const auto gradients = torch::autograd::grad({loss()}, {in.query, in.key, in.weight});
  const at::NoGradGuard no_grad;
  constexpr double kStep = 1e-6;
  std::size_t which = 0;
  for (const auto& input : {in.query, in.key, in.weight}) {
    auto element = input.flatten()[3];
    element.add_(kStep);
    const double above = loss().item<double>();
    element.sub_(2 * kStep);
    const double below = loss().item<double>();
    element.add_(kStep);
    EXPECT_NEAR(gradients[which++].flatten()[3].item<double>(), (above - below) / (2 * kStep), 1e-6);
  }
}

// 1,500 queries of 3 heads against 1,500 keys of 4 numbers: 27 million activations, of which 4 million exist at a time.
TEST(AdditiveScores, AreTheSameInChunks) {
  at::manual_seed(3);
  const at::NoGradGuard no_grad;
  const auto query = at::randn({1, 3, 1500, 4}), key = at::randn({1, 3, 1500, 4}), weight = at::randn({3, 4});
  ASSERT_GT(query.numel() * key.size(2), 6 * kAdditiveChunk);
  const auto scores = additive_scores(query, key, weight);
  for (const int64_t row : {0, 700, 1499}) {
    EXPECT_TRUE(
        scores.narrow(2, row, 1).allclose(scores_by_the_formula(query.narrow(2, row, 1), key, weight), 1e-5, 1e-5));
  }
}

}  // namespace
}  // namespace tfm
