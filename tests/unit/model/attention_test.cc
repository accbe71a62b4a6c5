#include "model/attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

namespace tfm {
namespace {

// Eq. 1 written out: what the fused kernel must equal.
Tensor attention_by_the_formula(const Tensor& query, const KeyValue& memory, const Tensor& allowed) {
  auto scores = query.matmul(memory.key.transpose(-2, -1)) / std::sqrt(static_cast<double>(query.size(-1)));
  if (allowed.defined()) scores = scores.masked_fill(allowed.logical_not(), -std::numeric_limits<float>::infinity());
  return scores.softmax(-1).matmul(memory.value);
}

struct Inputs {
  Inputs() { at::manual_seed(3); }
  Tensor query = at::randn({2, 4, 5, 8});
  KeyValue memory{at::randn({2, 4, 5, 8}), at::randn({2, 4, 5, 8})};
};

TEST(ScaledDotProductAttention, IsTheFormula) {
  const Inputs in;
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {})
                  .allclose(attention_by_the_formula(in.query, in.memory, {}), 1e-5, 1e-6));
}

TEST(ScaledDotProductAttention, CausalMeansNoKeyBehindTheQuery) {
  const Inputs in;
  const auto allowed = at::ones({5, 5}, at::kBool).tril();
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.real_keys = {}, .causal = true})
                  .allclose(attention_by_the_formula(in.query, in.memory, allowed), 1e-5, 1e-6));
}

TEST(ScaledDotProductAttention, TrueInTheMaskMeansMayAttend) {
  const Inputs in;
  auto real = at::ones({2, 5}, at::kBool);
  real.index_put_({0, 4}, false);
  const auto allowed = real.view({2, 1, 1, 5});
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.real_keys = real})
                  .allclose(attention_by_the_formula(in.query, in.memory, allowed), 1e-5, 1e-6));
  const auto causal = (allowed & at::ones({5, 5}, at::kBool).tril()) | at::eye(5, at::kBool);
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.real_keys = real, .causal = true})
                  .allclose(attention_by_the_formula(in.query, in.memory, causal), 1e-5, 1e-6));
}

// 100 places in blocks of 32, against the whole matrix with everything beyond the window masked.
TEST(WindowedAttention, EqualsFullAttentionUnderTheWindowsMask) {
  at::manual_seed(5);
  for (const int64_t window : {1, 3, 40}) {
    for (const bool causal : {false, true}) {
      const auto query = at::randn({2, 3, 100, 8}).requires_grad_();
      const KeyValue memory{at::randn({2, 3, 100, 8}).requires_grad_(), at::randn({2, 3, 100, 8})};
      auto real = at::ones({2, 100}, at::kBool);
      real[1].narrow(0, 70, 30).fill_(false);
      const AttentionMask mask{.real_keys = real, .causal = causal, .window = window};
      const auto blocked = scaled_dot_product_attention(query, memory, mask);
      const auto full = attention_by_the_formula(query, memory, dense_mask(mask, 100, 100, at::kCPU));
      EXPECT_TRUE(blocked.allclose(full, 1e-5, 1e-5)) << window << causal;
      const auto weight = at::randn_like(full);
      const auto blocked_gradient = torch::autograd::grad({(blocked * weight).sum()}, {query, memory.key});
      const auto full_gradient = torch::autograd::grad({(full * weight).sum()}, {query, memory.key});
      EXPECT_TRUE(blocked_gradient[0].allclose(full_gradient[0], 1e-4, 1e-5));
      EXPECT_TRUE(blocked_gradient[1].allclose(full_gradient[1], 1e-4, 1e-5));
    }
  }
}

TEST(WindowedAttention, EqualsFullAttentionWhereTheWindowIsAsLongAsTheSentence) {
  const Inputs in;
  for (const bool causal : {false, true}) {
    EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.real_keys = {}, .causal = causal, .window = 4})
                    .equal(scaled_dot_product_attention(in.query, in.memory, {.real_keys = {}, .causal = causal})));
  }
}

TEST(MultiHeadAttention, EqualsHeadsComputedOneByOne) {
  at::manual_seed(4);
  MultiHeadAttention attention(AttentionOptions{.query_dim = 8, .memory_dim = 8, .num_heads = 2, .kv_heads = 2});
  const auto x = at::randn({3, 5, 8}), y = at::randn({3, 6, 8});
  const auto q = attention->query(x), k = attention->key(y), v = attention->value(y);
  std::vector<Tensor> heads;
  for (int64_t head = 0; head < 2; ++head) {
    const auto part = [&](const Tensor& t) { return t.narrow(2, 4 * head, 4); };
    heads.push_back(attention_by_the_formula(part(q), {part(k), part(v)}, {}));
  }
  const auto expected = attention->output(at::cat(heads, 2));
  Dropout none;
  EXPECT_TRUE(attention(x, attention->project_memory(y), AttentionMask{}, none).allclose(expected, 1e-5, 1e-6));
}

TEST(MultiHeadAttention, SharesAKeyAndValueHeadWithinAGroup) {
  at::manual_seed(6);
  MultiHeadAttention attention(AttentionOptions{.query_dim = 8, .memory_dim = 6, .num_heads = 4, .kv_heads = 2});
  const auto x = at::randn({3, 5, 8}), y = at::randn({3, 7, 6});
  const auto memory = attention->project_memory(y);
  EXPECT_EQ(memory.key.sizes(), (std::vector<int64_t>{3, 2, 7, 2}));
  const auto q = attention->query(x);
  std::vector<Tensor> heads;
  for (int64_t head = 0; head < 4; ++head) {
    const KeyValue group{memory.key.select(1, head / 2), memory.value.select(1, head / 2)};
    heads.push_back(attention_by_the_formula(q.narrow(2, 2 * head, 2), group, {}));
  }
  Dropout none;
  EXPECT_TRUE(attention(x, memory, AttentionMask{}, none).allclose(attention->output(at::cat(heads, 2)), 1e-5, 1e-6));
}

}  // namespace
}  // namespace tfm
