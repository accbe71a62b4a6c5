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

// Each kind by itself, so that a rate in the wrong place shows.
TEST(Dropout, EachKindHasItsOwnRate) {
  const auto x = at::ones({4, 100, 8});
  const auto dropped = [&](Dropout dropout, at::Tensor (Dropout::*kind)(const at::Tensor&)) {
    return (dropout.*kind)(x).eq(0.0).to(at::kDouble).mean().item<double>();
  };
  const std::vector<std::pair<DropoutRates, at::Tensor (Dropout::*)(const at::Tensor&)>> kinds = {
      {{.residual = 0.5}, &Dropout::residual},
      {{.attention = 0.5}, &Dropout::attention},
      {{.activation = 0.5}, &Dropout::activation},
      {{.word = 0.5}, &Dropout::words}};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = 0; j < kinds.size(); ++j) {
      EXPECT_NEAR(dropped(Dropout(kinds[i].first, 3), kinds[j].second), i == j ? 0.5 : 0.0, 0.1) << i << " " << j;
    }
  }
}

TEST(Dropout, DropsWordsWhole) {
  const auto y = Dropout({.word = 0.3}, 4).words(at::ones({50, 40, 6}));
  EXPECT_TRUE((y.eq(y.select(2, 0).unsqueeze(2))).all().item<bool>());
  EXPECT_NEAR((y == 0).to(at::kDouble).mean().item<double>(), 0.3, 0.05);  // 2000 words: four deviations
}

// A batch that is computed in parts drops what it drops as a whole, wherever it is cut.
TEST(Dropout, PartsOfABatchAreDroppedAsTheWhole) {
  const auto x = at::rand({10, 7, 13});  // a row is no multiple of any block
  const DropoutRates rates{.residual = 0.4, .word = 0.3};
  Dropout whole(rates, 21);
  const auto expected = whole.residual(x), expected_words = whole.words(x);
  for (const int64_t first : {0, 1, 6, 9}) {
    const int64_t rows = std::min<int64_t>(3, 10 - first);
    Dropout part(rates, 21);
    part.enter({.first = first, .rows = rows, .all_rows = 10});
    EXPECT_TRUE(part.residual(x.narrow(0, first, rows)).equal(expected.narrow(0, first, rows))) << first;
    EXPECT_TRUE(part.words(x.narrow(0, first, rows)).equal(expected_words.narrow(0, first, rows))) << first;
  }
}

TEST(Dropout, PackedPlacesAreDroppedByTheirNumbers) {
  for (const int64_t width : {1, 13, 128, 1500}) {
    const auto x = at::rand({6, width}), chosen = at::tensor({1, 2, 5}, at::kLong);
    Dropout padded({.residual = 0.4}, 21), in_one_row({.residual = 0.4}, 21);
    in_one_row.enter({.numbers = chosen});
    const auto expected = padded.residual(x).index_select(0, chosen);
    EXPECT_TRUE(in_one_row.residual(x.index_select(0, chosen)).equal(expected)) << width;
  }
}

TEST(Dropout, AddsWhatIsLeftToTheResidual) {
  for (const auto type : {at::kFloat, at::kDouble, at::kBFloat16}) {
    const auto x = at::randn({5, 40}).to(type).set_requires_grad(true),
               y = at::randn({5, 40}).to(type).set_requires_grad(true);
    Dropout one({.residual = 0.3}, 8), other({.residual = 0.3}, 8);
    const auto sum = one.add_residual(x, y), left = other.residual(y.detach());
    EXPECT_TRUE(sum.allclose(x + left, 0.01, 0.01)) << type;  // bfloat16 rounds once instead of twice
    sum.backward(at::ones_like(sum));
    EXPECT_TRUE(x.grad().eq(1).all().item<bool>());
    EXPECT_TRUE(y.grad().ne(0).eq(left.ne(0)).all().item<bool>());
  }
}

}  // namespace
}  // namespace tfm
