#include "model/attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

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
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.allowed = {}, .causal = true})
                  .allclose(attention_by_the_formula(in.query, in.memory, allowed), 1e-5, 1e-6));
}

TEST(ScaledDotProductAttention, TrueInTheMaskMeansMayAttend) {
  const Inputs in;
  auto allowed = at::ones({2, 1, 1, 5}, at::kBool);
  allowed.index_put_({0, 0, 0, 4}, false);
  EXPECT_TRUE(scaled_dot_product_attention(in.query, in.memory, {.allowed = allowed, .causal = false})
                  .allclose(attention_by_the_formula(in.query, in.memory, allowed), 1e-5, 1e-6));
}

TEST(ScaledDotProductAttention, RefusesACausalFlagBesideAMask) {
  const Inputs in;
  EXPECT_THROW(
      scaled_dot_product_attention(in.query, in.memory, {.allowed = at::ones({5, 5}, at::kBool), .causal = true}),
      c10::Error);
}

TEST(MultiHeadAttention, EqualsHeadsComputedOneByOne) {
  at::manual_seed(4);
  MultiHeadAttention attention(8, 2);
  const auto x = at::randn({3, 5, 8}), y = at::randn({3, 6, 8});
  const auto q = attention->query(x), k = attention->key(y), v = attention->value(y);
  std::vector<Tensor> heads;
  for (int64_t head = 0; head < 2; ++head) {
    const auto part = [&](const Tensor& t) { return t.narrow(2, 4 * head, 4); };
    heads.push_back(attention_by_the_formula(part(q), {part(k), part(v)}, {}));
  }
  const auto expected = attention->output(at::cat(heads, 2));
  EXPECT_TRUE(attention(x, attention->project_memory(y), AttentionMask{}).allclose(expected, 1e-5, 1e-6));
}

}  // namespace
}  // namespace tfm
