#include "training/label_smoothed_cross_entropy.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tfm {
namespace {

struct Problem {
  explicit Problem(int64_t tokens, int64_t vocabulary) {
    at::manual_seed(5);
    states = at::randn({tokens, 8}).requires_grad_();
    weight = at::randn({vocabulary, 8}).requires_grad_();
    targets = at::randint(0, vocabulary, {tokens}, at::kLong);
  }
  at::Tensor states, weight, targets;
};

// PyTorch's own function over the full logits.
at::Tensor reference(const Problem& problem, double smoothing) {
  return at::cross_entropy_loss(at::linear(problem.states, problem.weight), problem.targets, {}, at::Reduction::Sum,
                                /*ignore_index=*/-100, smoothing);
}

class LabelSmoothedCrossEntropy : public ::testing::TestWithParam<double> {};

TEST_P(LabelSmoothedCrossEntropy, HasPyTorchsLossAndGradients) {
  Problem ours(37, 50), theirs(37, 50);
  const auto loss = label_smoothed_cross_entropy(ours.states, ours.weight, ours.targets, GetParam());
  const auto expected = reference(theirs, GetParam());
  EXPECT_NEAR(loss.item<double>(), expected.item<double>(), 1e-5 * expected.item<double>());
  (loss / 37).backward();
  (expected / 37).backward();
  EXPECT_TRUE(ours.states.grad().allclose(theirs.states.grad(), 1e-4, 1e-6));
  EXPECT_TRUE(ours.weight.grad().allclose(theirs.weight.grad(), 1e-4, 1e-6));
}

INSTANTIATE_TEST_SUITE_P(Smoothing, LabelSmoothedCrossEntropy, ::testing::Values(0.0, 0.1, 0.5),
                         [](const auto& instance) { return "Index" + std::to_string(instance.index); });

TEST(LabelSmoothedCrossEntropy, IsTheSameInManySlices) {
  Problem ours(700, 9000), theirs(700, 9000);  // more logits than are in flight at once
  const auto loss = label_smoothed_cross_entropy(ours.states, ours.weight, ours.targets, 0.1);
  const auto expected = reference(theirs, 0.1);
  EXPECT_NEAR(loss.item<double>(), expected.item<double>(), 1e-5 * expected.item<double>());
  loss.backward();
  expected.backward();
  EXPECT_TRUE(ours.weight.grad().allclose(theirs.weight.grad(), 1e-4, 1e-4));
}

// A vocabulary of no whole vectors, in two and in one of the kernel's types; the plain version is that of double.
TEST(LabelSmoothedCrossEntropy, TheKernelIsThePlainVersion) {
  for (const int64_t vocabulary : {2, 16, 50, 333}) {
    Problem problem(21, vocabulary);
    const auto compute = [&](at::ScalarType type) {
      const auto leaf = [&](const at::Tensor& x) { return x.detach().to(type).set_requires_grad(true); };
      const auto states = leaf(problem.states), weight = leaf(problem.weight);
      const auto loss = label_smoothed_cross_entropy(states, weight, problem.targets, 0.1);
      loss.backward();
      return std::vector<at::Tensor>{loss.detach().view({1}), states.grad(), weight.grad()};
    };
    const auto plain = compute(at::kDouble);
    for (const auto& [type, tolerance] : {std::pair{at::kFloat, 1e-6}, {at::kBFloat16, 0.03}}) {
      const auto ours = compute(type);
      for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_LT((ours[i].to(at::kDouble) - plain[i]).norm().item<double>(),
                  tolerance * plain[i].norm().item<double>())
            << vocabulary << " " << type << " " << i;
      }
    }
  }
}

TEST(LabelSmoothedCrossEntropy, ARowWithoutATargetCountsForNothing) {
  const Problem problem(6, 40);
  const auto with_another = at::cat({problem.states.detach(), at::randn({1, 8})}).requires_grad_();
  const auto targets = at::cat({problem.targets, at::full({1}, kNoTarget)});
  const auto loss = label_smoothed_cross_entropy(problem.states, problem.weight, problem.targets, 0.1);
  loss.backward();
  const auto weight = problem.weight.detach().clone().requires_grad_();
  const auto same = label_smoothed_cross_entropy(with_another, weight, targets, 0.1);
  same.backward();
  EXPECT_NEAR(same.item<double>(), loss.item<double>(), 1e-5 * loss.item<double>());
  EXPECT_TRUE(weight.grad().allclose(problem.weight.grad(), 1e-5, 1e-6));
  EXPECT_TRUE(with_another.grad().narrow(0, 0, 6).allclose(problem.states.grad(), 1e-5, 1e-6));
  EXPECT_TRUE(with_another.grad()[6].eq(0).all().item<bool>());
}

TEST(LabelSmoothedCrossEntropy, LogitsOfAnySizeHaveALoss) {
  auto states = at::zeros({3, 8});
  states[0].fill_(1e4);
  states[1].fill_(-1e4);
  const auto weight = at::randn({40, 8}).requires_grad_();
  const auto loss = label_smoothed_cross_entropy(states, weight, at::tensor({1, 2, 3}, at::kLong), 0.1);
  EXPECT_TRUE(std::isfinite(loss.item<double>()));
  states[2][0] = std::nan("");
  EXPECT_TRUE(
      std::isnan(label_smoothed_cross_entropy(states, weight, at::tensor({1, 2, 3}, at::kLong), 0.1).item<double>()));
}

TEST(LabelSmoothedCrossEntropy, NeedsNoGradients) {
  const Problem problem(11, 30);
  const at::NoGradGuard no_grad;
  const auto loss = label_smoothed_cross_entropy(problem.states, problem.weight, problem.targets, 0.1);
  EXPECT_FALSE(loss.requires_grad());
  EXPECT_NEAR(loss.item<double>(), reference(problem, 0.1).item<double>(), 1e-3);
}

TEST(LabelSmoothedCrossEntropy, NoTokensCostNothing) {
  const auto loss = label_smoothed_cross_entropy(at::zeros({0, 8}), at::randn({5, 8}), at::zeros({0}, at::kLong), 0.1);
  EXPECT_EQ(loss.item<double>(), 0.0);
}

}  // namespace
}  // namespace tfm
