#include "model/positional_encoding.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/rotary_positions.h"

namespace tfm {
namespace {

TEST(SinusoidalPositions, AreThePapersFormula) {
  const auto table = sinusoidal_positions(0, 50, 8);
  for (const int64_t position : {0, 1, 7, 49}) {
    for (int64_t i = 0; i < 4; ++i) {
      const double angle = static_cast<double>(position) / std::pow(10000.0, 2.0 * static_cast<double>(i) / 8.0);
      EXPECT_NEAR(table[position][2 * i].item<double>(), std::sin(angle), 1e-6);
      EXPECT_NEAR(table[position][2 * i + 1].item<double>(), std::cos(angle), 1e-6);
    }
  }
}

TEST(SinusoidalPositions, HaveNoLongestPosition) {
  SinusoidalPositions positions(8);
  const auto like = at::zeros({1});
  const auto early = positions(3, 2, like).clone();
  const auto late = positions(5000, 1, like);
  EXPECT_TRUE(late.equal(sinusoidal_positions(5000, 1, 8)));
  EXPECT_TRUE(positions(3, 2, like).equal(early));
}

TEST(SinusoidalPositions, FollowTheTypeAsked) {
  SinusoidalPositions positions(8);
  EXPECT_EQ(positions(0, 4, at::zeros({1})).scalar_type(), at::kFloat);
  EXPECT_EQ(positions(0, 4, at::zeros({1}, at::kBFloat16)).scalar_type(), at::kBFloat16);
}

// A translation during training may be what makes the table grow.
TEST(RotaryPositions, CanBeTrainedThroughAfterATranslationMadeTheTableGrow) {
  RotaryPositions rotary(8);
  {
    const c10::InferenceMode translating;
    rotary.turn(at::ones({1, 1, 600, 8}), 0);
  }
  const auto x = at::ones({1, 1, 4, 8}).requires_grad_();
  rotary.turn(x, 590).sum().backward();
  EXPECT_TRUE(x.grad().isfinite().all().item<bool>());
}

}  // namespace
}  // namespace tfm
