// What decoding does with rows of numbers, held against LibTorch.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <limits>
#include <tuple>
#include <vector>

#include "kernels/activation_rows.h"
#include "kernels/lanes.h"
#include "kernels/norm_rows.h"
#include "kernels/past_attention.h"
#include "kernels/vocabulary_rows.h"

namespace tfm {
namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

TEST(NormRows, AreLibTorchs) {
  at::manual_seed(1);
  for (const int64_t columns : {1, 5, 8, 64, 67}) {
    const auto x = at::randn({3, columns}) * 3.0 + 1.0, weight = at::randn({columns}), bias = at::randn({columns});
    auto layer = at::empty_like(x), rms = at::empty_like(x), plain = x.clone();
    NormRows of{
        x.const_data_ptr<float>(),      3, columns, weight.const_data_ptr<float>(), bias.const_data_ptr<float>(),
        layer.mutable_data_ptr<float>()};
    layer_norm(of);
    of.to = rms.mutable_data_ptr<float>();
    of.bias = nullptr;
    rms_norm(of);
    of.from = of.to = plain.mutable_data_ptr<float>();  // in place
    layer_norm(of);
    EXPECT_TRUE(layer.allclose(at::layer_norm(x, {columns}, weight, bias, 1e-5), 1e-5, 1e-5)) << columns;
    EXPECT_TRUE(rms.allclose(at::rms_norm(x, {columns}, weight, 1e-6), 1e-5, 1e-5)) << columns;
    EXPECT_TRUE(plain.allclose(at::layer_norm(x, {columns}, weight, {}, 1e-5), 1e-5, 1e-5)) << columns;
  }
}

TEST(ActivationRows, AreLibTorchs) {
  for (const int64_t columns : {1, 7, 8, 21}) {
    const auto x = at::linspace(-100.0, 100.0, 2 * 2 * columns).view({2, 2 * columns});
    auto activated = x.clone(), gated = x.clone();
    gelu(activated.mutable_data_ptr<float>(), activated.numel());
    swiglu(gated.mutable_data_ptr<float>(), 2, columns);
    EXPECT_TRUE(activated.allclose(at::gelu(x), 1e-5, 1e-6));
    const auto expected = at::silu(x.narrow(1, 0, columns)) * x.narrow(1, columns, columns);
    EXPECT_TRUE(gated.narrow(1, 0, columns).allclose(expected, 1e-5, 1e-5)) << columns;
    EXPECT_TRUE(gated.narrow(1, columns, columns).equal(x.narrow(1, columns, columns)));
  }
}

TEST(VocabularyRows, LogSumExpIsLibTorchs) {
  at::manual_seed(2);
  for (const int64_t columns : {1, 3, 8, 64, 71, 1000}) {
    auto row = at::randn({columns}) * 20.0;
    EXPECT_NEAR(log_sum_exp(row.const_data_ptr<float>(), columns), at::logsumexp(row, 0).item<float>(), 1e-4);
    if (columns > 1) row[columns / 2] = kNothing;
    EXPECT_NEAR(log_sum_exp(row.const_data_ptr<float>(), columns), at::logsumexp(row, 0).item<float>(), 1e-4);
  }
  const std::vector<float> nothing(9, kNothing);
  EXPECT_EQ(log_sum_exp(nothing.data(), 9), kNothing);
}

struct Best {
  std::vector<float> values;
  std::vector<int64_t> places;
  bool operator==(const Best&) const = default;
};
void PrintTo(const Best& best, std::ostream* out) {
  for (std::size_t i = 0; i < best.values.size(); ++i) *out << best.values[i] << " at " << best.places[i] << "; ";
}

Best best_of(const std::vector<float>& row, int64_t count) {
  Best best{std::vector<float>(static_cast<std::size_t>(count)), std::vector<int64_t>(static_cast<std::size_t>(count))};
  best_of_row(row.data(), std::ssize(row), count, best.values.data(), best.places.data());
  return best;
}

TEST(VocabularyRows, TheBestStandInOrderAndTheFirstOfEquals) {
  EXPECT_EQ(best_of({3, 7, 5, 7, 1}, 3), (Best{{7, 7, 5}, {1, 3, 2}}));
  EXPECT_EQ(best_of({3, 7, 5, 7, 1}, 1), (Best{{7}, {1}}));
  std::vector<float> row(300, 0.0F);
  row[70] = 2.0F;
  row[299] = 2.0F;
  row[71] = 1.0F;
  EXPECT_EQ(best_of(row, 5), (Best{{2, 2, 1, 0, 0}, {70, 299, 71, 0, 1}}));
}

TEST(VocabularyRows, WhatIsImpossibleIsLeftOut) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(best_of({kNothing, 2, nan, kNothing}, 3), (Best{{2, kNothing, kNothing}, {1, 0, 0}}));
  EXPECT_EQ(best_of(std::vector<float>(200, nan), 2), (Best{{kNothing, kNothing}, {0, 0}}));
  EXPECT_EQ(best_of({1, 2}, 4), (Best{{2, 1, kNothing, kNothing}, {1, 0, 0, 0}}));
}

TEST(VocabularyRows, TheBestAreThoseOfASort) {
  at::manual_seed(3);
  for (const int64_t columns : {40, 64, 129, 8000}) {
    const auto row = at::randint(0, 500, {columns}).to(at::kFloat);
    const auto [values, places] = at::sort(row, /*stable=*/true, 0, /*descending=*/true);
    std::vector<float> found(10);
    std::vector<int64_t> at_places(10);
    best_of_row(row.const_data_ptr<float>(), columns, 10, found.data(), at_places.data());
    for (int64_t i = 0; i < 10; ++i) {
      EXPECT_EQ(found[static_cast<std::size_t>(i)], values[i].item<float>());
      EXPECT_EQ(at_places[static_cast<std::size_t>(i)], places[i].item<int64_t>());
    }
  }
}

TEST(VocabularyRows, TheLogarithmOfAMeanIsLibTorchs) {
  at::manual_seed(5);
  for (const int64_t columns : {1, 7, 8, 67}) {
    const auto rows = (at::randn({3, columns}) * 5.0).log_softmax(-1);
    const auto shares = at::tensor({0.2F, 0.5F, 0.3F});
    const auto expected = at::logsumexp(rows + shares.log().unsqueeze(1), 0);
    const std::vector<const float*> each{rows[0].const_data_ptr<float>(), rows[1].const_data_ptr<float>(),
                                         rows[2].const_data_ptr<float>()};
    const auto log_shares = shares.log();
    auto found = at::empty({columns});
    log_of_mean(each, {log_shares.const_data_ptr<float>(), 3}, columns, found.mutable_data_ptr<float>());
    EXPECT_TRUE(found.allclose(expected, 1e-6, 1e-6)) << columns;
  }
}

TEST(PastAttention, IsLibTorchsOverTheSameKeys) {
  at::manual_seed(4);
  for (const auto& shape : {PastHeads{4, 4, 16}, PastHeads{4, 2, 5}, PastHeads{3, 1, 8}}) {
    for (const int64_t count : {1, 7, 8, 20}) {
      const auto query = at::randn({shape.heads, 1, shape.head_dim});
      const auto keys = at::randn({count, shape.kv_heads, shape.head_dim}), values = at::randn(keys.sizes());
      std::vector<const float*> key_rows, value_rows;
      for (int64_t i = 0; i < count; ++i) {
        key_rows.push_back(keys.const_data_ptr<float>() + i * shape.kv_heads * shape.head_dim);
        value_rows.push_back(values.const_data_ptr<float>() + i * shape.kv_heads * shape.head_dim);
      }
      auto attended = at::empty({shape.heads, shape.head_dim});
      std::vector<float> scores(static_cast<std::size_t>(round_up_to_lanes(count)));
      auto weights = at::empty({shape.heads, count});
      attend_to_past(shape, query.const_data_ptr<float>(), {key_rows, value_rows}, scores.data(),
                     attended.mutable_data_ptr<float>(), weights.mutable_data_ptr<float>());
      const auto repeated = [&](const at::Tensor& x) {
        return x.transpose(0, 1).repeat_interleave(shape.heads / shape.kv_heads, 0);
      };
      const auto expected = at::scaled_dot_product_attention(query, repeated(keys), repeated(values));
      EXPECT_TRUE(attended.allclose(expected.squeeze(1), 1e-5, 1e-5)) << count << " keys";
      const auto mixed = at::matmul(weights.unsqueeze(1), repeated(values)).squeeze(1);
      EXPECT_TRUE(mixed.allclose(expected.squeeze(1), 1e-5, 1e-5)) << count << " keys";
    }
  }
}

TEST(PastAttention, ScoresAdditively) {
  at::manual_seed(6);
  for (const auto& [heads, kv_heads, head_dim] : {std::tuple{4, 2, 5}, std::tuple{2, 2, 16}}) {
    const int64_t count = 11, group = heads / kv_heads;
    const auto query = at::randn({heads, head_dim}) * 3.0, weight = at::randn({heads, head_dim});
    const auto bias = at::randn({heads, head_dim});
    const auto keys = at::randn({count, kv_heads, head_dim}) * 3.0, values = at::randn(keys.sizes());
    std::vector<const float*> key_rows, value_rows;
    for (int64_t i = 0; i < count; ++i) {
      key_rows.push_back(keys.const_data_ptr<float>() + i * kv_heads * head_dim);
      value_rows.push_back(values.const_data_ptr<float>() + i * kv_heads * head_dim);
    }
    auto attended = at::empty({heads, head_dim});
    std::vector<float> scores(static_cast<std::size_t>(round_up_to_lanes(count)));
    attend_to_past({heads, kv_heads, head_dim, {weight.const_data_ptr<float>(), bias.const_data_ptr<float>()}},
                   query.const_data_ptr<float>(), {key_rows, value_rows}, scores.data(),
                   attended.mutable_data_ptr<float>());
    const auto of_heads = [&](const at::Tensor& x) { return x.transpose(0, 1).repeat_interleave(group, 0); };
    const auto sums = at::tanh((query + bias).unsqueeze(1) + of_heads(keys));  // [H, count, K]
    const auto shares = (sums * weight.unsqueeze(1)).sum(-1).softmax(-1);      // [H, count]
    EXPECT_TRUE(attended.allclose(at::matmul(shares.unsqueeze(1), of_heads(values)).squeeze(1), 1e-5, 1e-5));
  }
}

}  // namespace
}  // namespace tfm
