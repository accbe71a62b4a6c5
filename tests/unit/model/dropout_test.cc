#include "model/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(Dropout, NoneLeavesItsInputAlone) {
  Dropout none;
  const auto x = at::randn({3, 4});
  EXPECT_TRUE(none.residual(x).is_same(x));
}

TEST(Dropout, DropsTheShareItIsToldAndScalesTheRest) {
  Dropout dropout({.residual = 0.25}, 11);
  const auto y = dropout.residual(at::ones({1000, 100}));
  const double dropped = (y == 0).to(at::kDouble).mean().item<double>();
  EXPECT_NEAR(dropped, 0.25, 0.006);  // four standard deviations: sqrt(0.25 * 0.75 / 1e5) * 4
  EXPECT_TRUE(y.masked_select(y != 0).allclose(at::full({1}, 1.0 / 0.75), 1e-6));
}

TEST(Dropout, IsAFunctionOfKeyAndPlace) {
  const auto x = at::ones({64, 64});
  Dropout first({.residual = 0.5}, 1), again({.residual = 0.5}, 1), other({.residual = 0.5}, 2);
  const auto place0 = first.residual(x), place1 = first.residual(x);
  EXPECT_TRUE(place0.equal(again.residual(x)));
  EXPECT_TRUE(place1.equal(again.residual(x)));
  EXPECT_FALSE(place0.equal(place1));
  EXPECT_FALSE(place0.equal(other.residual(x)));
}

TEST(Dropout, DoesNotDependOnTheNumberOfThreads) {
  const auto x = at::ones({333, 257});  // no multiple of any block
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto alone = Dropout({.residual = 0.3}, 5).residual(x);
  at::set_num_threads(3);
  EXPECT_TRUE(alone.equal(Dropout({.residual = 0.3}, 5).residual(x)));
  at::set_num_threads(threads);
}

TEST(Dropout, KeepsTheDigitsOfFloat64) {
  const auto x = at::full({256}, 1.0 + 1e-12, at::kDouble);
  const auto y = Dropout({.residual = 0.5}, 7).residual(x);
  EXPECT_TRUE(y.masked_select(y != 0).eq(2.0 * (1.0 + 1e-12)).all().item<bool>());
}

TEST(Dropout, ItsGradientIsDroppedWhereTheElementWas) {
  const auto x = at::randn({50, 30}).requires_grad_();
  Dropout dropout({.residual = 0.4}, 9);
  const auto y = dropout.residual(x);
  y.sum().backward();
  EXPECT_TRUE(y.detach().allclose(x.detach() * x.grad(), 1e-6));
}

TEST(Dropout, NeighboursAreDroppedIndependently) {
  Dropout dropout({.residual = 0.5}, 3);
  const auto kept = (dropout.residual(at::ones({200000})) != 0).to(at::kDouble);
  for (const int64_t distance : {1, 8, 16, 128}) {
    const auto both = (kept.slice(0, distance) * kept.slice(0, 0, -distance)).mean().item<double>();
    EXPECT_NEAR(both, 0.25, 0.005) << "distance " << distance;
  }
}

}  // namespace
}  // namespace tfm
