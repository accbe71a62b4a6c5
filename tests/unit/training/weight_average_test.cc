#include "training/weight_average.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(WeightAverage, FollowsItsFormula) {
  auto weight = at::full({2, 3}, 1.0).requires_grad_();
  WeightAverage average({{"w", weight}}, /*decay=*/0.5);
  double expected = 1.0;
  for (int64_t step = 1; step <= 20; ++step) {
    {
      const at::NoGradGuard no_grad;
      weight.fill_(static_cast<double>(step));
    }
    average.update(step);
    const double decay = std::min(0.5, (1.0 + static_cast<double>(step)) / (10.0 + static_cast<double>(step)));
    expected = decay * expected + (1.0 - decay) * static_cast<double>(step);
  }
  EXPECT_NEAR(average.averages()[0].second.max().item<double>(), expected, 1e-4);
  EXPECT_EQ(average.averages()[0].first, "w");
}

TEST(WeightAverage, IsInUseForAsLongAsIsAsked) {
  auto weight = at::full({4}, 1.0).requires_grad_();
  const at::Tensor same = weight;  // as the optimizer knows it
  WeightAverage average({{"w", weight}}, 0.9);
  {
    const at::NoGradGuard no_grad;
    weight.fill_(7.0);
  }
  {
    const AveragesInUse in_use(&average);
    EXPECT_EQ(same.max().item<double>(), 1.0);
    EXPECT_EQ(average.averages()[0].second.max().item<double>(), 7.0);
  }
  EXPECT_EQ(same.max().item<double>(), 7.0);
  EXPECT_TRUE(same.requires_grad());
  EXPECT_TRUE(same.is_same(weight));
}

TEST(WeightAverage, GoesOnFromWhatWasStored) {
  auto weight = at::full({2}, 3.0);
  WeightAverage average({{"w", weight}}, 0.9);
  average.load({{"w", at::full({2}, -1.0)}, {"another", at::ones({1})}});
  EXPECT_EQ(average.averages()[0].second.max().item<double>(), -1.0);
}

}  // namespace
}  // namespace tfm
