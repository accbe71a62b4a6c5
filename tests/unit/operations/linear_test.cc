#include "operations/linear.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace tfm {
namespace {

using at::Tensor;

struct LinearCase {
  int64_t rows, from, to;
  bool bias, relu;
};

Tensor plain_linear(const Tensor& x, const Tensor& weight, const Tensor& bias, bool relu) {
  const auto y = at::linear(x, weight, bias.defined() ? std::optional(bias) : std::nullopt);
  return relu ? at::relu(y) : y;
}

// The output and the gradients of x, W and b for a gradient that is the same wherever it is called.
std::vector<Tensor> linear_results(const LinearCase& c, at::ScalarType type, bool fast) {
  at::manual_seed(3);
  const auto leaf = [&](at::IntArrayRef sizes) { return at::randn(sizes).to(type).set_requires_grad(true); };
  const auto x = leaf({2, c.rows, c.from}), weight = leaf({c.to, c.from});
  const auto bias = c.bias ? leaf({c.to}) : Tensor();
  const auto y = !fast    ? plain_linear(x, weight, bias, c.relu)
                 : c.relu ? linear_relu(x, weight, bias)
                          : linear(x, weight, bias);
  y.backward(at::randn(y.sizes()).to(type));
  std::vector<Tensor> all{y.detach(), x.grad(), weight.grad()};
  if (c.bias) all.push_back(bias.grad());
  return all;
}

double linear_distance(const Tensor& one, const Tensor& other) {
  const auto a = one.to(at::kDouble), b = other.to(at::kDouble);
  return ((a - b).norm() / (b.norm() + 1e-30)).item<double>();
}

// Widths of whole vectors, of less than one, and of something in between.
const LinearCase kLinearCases[] = {{5, 16, 32, true, true}, {7, 20, 3, true, true},     {1, 8, 300, true, false},
                                   {3, 5, 7, false, true},  {64, 48, 143, true, false}, {2, 4, 16, false, false}};

TEST(Linear, EqualsLibTorchs) {
  for (const auto& c : kLinearCases) {
    const auto fast = linear_results(c, at::kFloat, true), plainly = linear_results(c, at::kFloat, false);
    for (std::size_t i = 0; i < fast.size(); ++i) {
      EXPECT_LT(linear_distance(fast[i], plainly[i]), 2e-6)
          << "to " << c.to << ", tensor " << i;  // other orders of addition
    }
  }
}

// Held against double: two roundings to eight bits, and masks that differ where a sum is rounded to the other side of
// 0.
TEST(Linear, InBfloat16IsNearTheExactOne) {
  for (const auto& c : kLinearCases) {
    const auto fast = linear_results(c, at::kBFloat16, true), exact = linear_results(c, at::kDouble, false);
    for (std::size_t i = 0; i < fast.size(); ++i)
      EXPECT_LT(linear_distance(fast[i], exact[i]), 0.15) << c.to << " " << i;
  }
}

TEST(Linear, OtherTypesGoThroughLibTorch) {
  const auto fast = linear_results(kLinearCases[0], at::kDouble, true),
             plainly = linear_results(kLinearCases[0], at::kDouble, false);
  for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_TRUE(fast[i].equal(plainly[i])) << i;
}

TEST(Linear, WithoutGradientsGivesTheSame) {
  const auto x = at::randn({4, 24}), weight = at::randn({40, 24}).set_requires_grad(true), bias = at::randn({40});
  const auto with_gradients = linear_relu(x, weight, bias).detach();
  const at::NoGradGuard no_grad;
  EXPECT_TRUE(linear_relu(x, weight, bias).equal(with_gradients));
}

TEST(Linear, AFrozenWeightGetsNoGradient) {
  const auto x = at::randn({4, 8}).set_requires_grad(true), weight = at::randn({6, 8}), bias = at::randn({6});
  linear(x, weight, bias).sum().backward();
  EXPECT_TRUE(x.grad().defined());
  EXPECT_FALSE(weight.grad().defined());
  EXPECT_FALSE(bias.grad().defined());
}

}  // namespace
}  // namespace tfm
