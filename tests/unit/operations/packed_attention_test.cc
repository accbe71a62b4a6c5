#include "operations/packed_attention.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "operations/typed.h"

namespace tfm {
namespace {

using at::Tensor;

constexpr double kHiddenScore = -std::numeric_limits<double>::infinity();

struct AttentionCase {
  int64_t heads = 2, kv_heads = 2, head_dim = 16;
  std::vector<int64_t> queries{5, 1, 33, 70}, keys{5, 1, 33, 70};  // lengths of the sentences
  bool causal = false;
  int64_t window = 0;
};

Tensor starts_of(const std::vector<int64_t>& lengths) {
  const auto all = at::tensor(lengths, at::kLong);
  return at::cat({at::zeros({1}, at::kLong), all.cumsum(0)});
}

PackedAttentionOptions options_of(const AttentionCase& c, const DropoutSite& dropout = {}) {
  return {.num_heads = c.heads,
          .kv_heads = c.kv_heads,
          .query_starts = starts_of(c.queries),
          .key_starts = starts_of(c.keys),
          .causal = c.causal,
          .window = c.window,
          .dropout = dropout,
          .padded_queries = 100,
          .padded_keys = 90};
}

// Sentence by sentence by the formula. q [N, H K], k and v [M, G K] -> [N, H K]. `kept`: factors of the weights of each
// sentence, [H, T, S].
Tensor by_the_formula(const AttentionCase& c, const Tensor& q, const Tensor& k, const Tensor& v,
                      const std::vector<Tensor>& kept = {}) {
  std::vector<Tensor> outputs;
  int64_t query = 0, key = 0;
  for (std::size_t i = 0; i < c.queries.size(); ++i) {
    const int64_t t = c.queries[i], s = c.keys[i];
    const auto heads = [&](const Tensor& x, int64_t first, int64_t length, int64_t count) {
      return x.narrow(0, first, length).view({length, count, c.head_dim}).transpose(0, 1);  // [heads, L, K]
    };
    const auto for_all = [&](const Tensor& x) { return x.repeat_interleave(c.heads / c.kv_heads, 0); };
    const auto queries = heads(q, query, t, c.heads);
    const auto keys = for_all(heads(k, key, s, c.kv_heads)), values = for_all(heads(v, key, s, c.kv_heads));
    auto scores = at::matmul(queries, keys.transpose(1, 2)) / std::sqrt(static_cast<double>(c.head_dim));
    const auto distance = at::arange(s) - at::arange(t).unsqueeze(1);  // [T, S]
    if (c.causal) scores = scores.masked_fill(distance > 0, kHiddenScore);
    if (c.window > 0) scores = scores.masked_fill(distance.abs() > c.window, kHiddenScore);
    auto weights = scores.softmax(-1);
    if (!kept.empty()) weights = weights * kept[i].to(weights.scalar_type());
    outputs.push_back(at::matmul(weights, values).transpose(0, 1).reshape({t, -1}));
    query += t;
    key += s;
  }
  return at::cat(outputs);
}

struct AttentionResults {
  Tensor output, query, key, value;  // what comes out, and the gradients
};

struct AttentionInputs {
  Tensor query, key, value, gradient;
};

AttentionInputs random_inputs(const AttentionCase& c, at::ScalarType type) {
  at::manual_seed(11);
  const int64_t n = starts_of(c.queries)[-1].item<int64_t>(), m = starts_of(c.keys)[-1].item<int64_t>();
  const auto random = [&](int64_t rows, int64_t heads) { return at::randn({rows, heads * c.head_dim}).to(type); };
  return {random(n, c.heads), random(m, c.kv_heads), random(m, c.kv_heads), random(n, c.heads)};
}

template <typename Attend>
AttentionResults attention_results(const AttentionInputs& inputs, at::ScalarType type, const Attend& attend) {
  const auto leaf = [&](const Tensor& x) { return x.to(type).detach().clone().set_requires_grad(true); };
  const auto q = leaf(inputs.query), k = leaf(inputs.key), v = leaf(inputs.value);
  const auto output = attend(q, k, v);
  output.backward(inputs.gradient.to(type));
  return {output.detach(), q.grad(), k.grad(), v.grad()};
}

AttentionResults packed_to_others(const AttentionInputs& inputs, const PackedAttentionOptions& options) {
  return attention_results(inputs, inputs.query.scalar_type(), [&](const Tensor& q, const Tensor& k, const Tensor& v) {
    return packed_cross_attention(q, at::cat({k, v}, 1), options);
  });
}

AttentionResults packed_to_itself(const AttentionInputs& inputs, const PackedAttentionOptions& options) {
  return attention_results(inputs, inputs.query.scalar_type(), [&](const Tensor& q, const Tensor& k, const Tensor& v) {
    return packed_self_attention(at::cat({q, k, v}, 1), options);
  });
}

AttentionResults exact_attention(const AttentionCase& c, const AttentionInputs& inputs,
                                 const std::vector<Tensor>& kept = {}) {
  return attention_results(inputs, at::kDouble, [&](const Tensor& q, const Tensor& k, const Tensor& v) {
    return by_the_formula(c, q, k, v, kept);
  });
}

void expect_near_attention(const AttentionResults& one, const AttentionResults& other, double tolerance,
                           const std::string& what) {
  const auto compare = [&](const Tensor& a, const Tensor& b, const char* tensor) {
    const auto difference = (a.to(at::kDouble) - b.to(at::kDouble)).norm().item<double>();
    // Where all weight is on one key, the exact gradient of queries and keys is zero.
    EXPECT_LE(difference, tolerance * (b.to(at::kDouble).norm().item<double>() + 1e-2)) << what << ", " << tensor;
  };
  compare(one.output, other.output, "output");
  compare(one.query, other.query, "gradient of queries");
  compare(one.key, other.key, "gradient of keys");
  compare(one.value, other.value, "gradient of values");
}

std::vector<std::pair<std::string, AttentionCase>> attention_cases() {
  return {{"plain", {}},
          {"causal", {.causal = true}},
          {"window", {.window = 3}},
          {"causal window", {.causal = true, .window = 20}},
          {"shared keys", {.heads = 6, .kv_heads = 2, .causal = true}},
          {"one key head", {.heads = 3, .kv_heads = 1}},
          {"narrow heads", {.head_dim = 4, .causal = true}},
          {"odd heads", {.head_dim = 20}},
          {"wide heads", {.head_dim = 80, .window = 40}},
          {"long", {.queries = {400}, .keys = {400}, .causal = true}}};
}

TEST(PackedAttention, ToItselfIsTheFormulaWithItsGradients) {
  for (const auto& [name, c] : attention_cases()) {
    const auto inputs = random_inputs(c, at::kFloat);
    expect_near_attention(packed_to_itself(inputs, options_of(c)), exact_attention(c, inputs), 2e-6,
                          name);  // float32 against double
  }
}

TEST(PackedAttention, ToOtherSentencesIsTheFormulaWithItsGradients) {
  for (auto c : {AttentionCase{.queries = {5, 1, 40}, .keys = {9, 30, 1}},
                 AttentionCase{.heads = 4, .kv_heads = 2, .head_dim = 64}}) {
    const auto inputs = random_inputs(c, at::kFloat);
    expect_near_attention(packed_to_others(inputs, options_of(c)), exact_attention(c, inputs), 2e-6, "cross");
  }
}

TEST(PackedAttention, InBfloat16IsNearTheFormula) {
  for (const auto& [name, c] : attention_cases()) {
    const auto inputs = random_inputs(c, at::kBFloat16);
    expect_near_attention(packed_to_itself(inputs, options_of(c)), exact_attention(c, inputs), 0.01,
                          name);  // eight bits a number
  }
}

// With unit vectors as values, the output is the weights; sentences of as many keys as a head has numbers.
std::vector<Tensor> kept_factors(const AttentionCase& c, const DropoutSite& site, int64_t first_sentence) {
  AttentionCase shown = c;
  shown.head_dim = 80;
  const auto inputs = random_inputs(shown, at::kFloat);

  std::vector<Tensor> units;
  for (const int64_t keys : c.keys) units.push_back(at::eye(keys, 80));
  const auto values = at::cat(units).repeat({1, c.kv_heads});  // [M, G * 80]
  const auto weights_with = [&](const DropoutSite& dropout) {
    auto options = options_of(shown, dropout);
    options.first_sentence = first_sentence;
    return packed_cross_attention(inputs.query, at::cat({inputs.key, values}, 1), options);
  };

  const auto factors = (weights_with(site) / weights_with({}).clamp_min(1e-30)).view({-1, c.heads, 80});
  std::vector<Tensor> kept;
  int64_t first = 0;
  for (std::size_t i = 0; i < c.queries.size(); ++i) {
    kept.push_back(
        factors.narrow(0, first, c.queries[i]).transpose(0, 1).narrow(2, 0, c.keys[i]).round(/*decimals=*/4));
    first += c.queries[i];
  }
  return kept;
}

constexpr double kRate = 0.25;
const DropoutSite kSite{.key = 77, .place = 5, .threshold = 16384};  // 0.25 of 65536

TEST(PackedAttention, DropsWeightsAndTheirGradientsAlike) {
  const AttentionCase c{.queries = {5, 1, 33, 60}, .keys = {7, 20, 33, 60}};
  const auto kept = kept_factors(c, kSite, 0);
  std::vector<Tensor> all;
  for (const auto& factors : kept) all.push_back(factors.flatten());
  const auto together = at::cat(all);
  EXPECT_TRUE((together.eq(0) | (together - 1.0 / (1.0 - kRate)).abs().lt(1e-3)).all().item<bool>());
  EXPECT_NEAR(together.eq(0).to(at::kDouble).mean().item<double>(), kRate, 0.02);  // 9,500 weights: four deviations
  const auto inputs = random_inputs(c, at::kFloat);
  const auto exact_factors = [&] {
    std::vector<Tensor> factors;
    for (const auto& f : kept) factors.push_back(f.ne(0).to(at::kDouble) / (1.0 - kRate));
    return factors;
  }();
  expect_near_attention(packed_to_others(inputs, options_of(c, kSite)), exact_attention(c, inputs, exact_factors), 2e-6,
                        "dropout");
}

// The second sentence alone, as the part of a batch that begins with it, loses the same weights.
TEST(PackedAttention, DropsInAPartOfABatchWhatItDropsInTheWhole) {
  const AttentionCase whole{.queries = {6, 9}, .keys = {6, 9}}, part{.queries = {9}, .keys = {9}};
  EXPECT_TRUE(kept_factors(whole, kSite, 0)[1].equal(kept_factors(part, kSite, 1)[0]));
  EXPECT_FALSE(kept_factors(whole, kSite, 0)[1].equal(kept_factors(part, kSite, 2)[0]));
}

TEST(PackedAttention, DoesNotDependOnTheNumberOfThreads) {
  const AttentionCase c{.causal = true};
  const auto inputs = random_inputs(c, at::kFloat);
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto one = packed_to_itself(inputs, options_of(c, kSite));
  at::set_num_threads(3);
  const auto three = packed_to_itself(inputs, options_of(c, kSite));
  at::set_num_threads(threads);
  expect_near_attention(one, three, 0.0, "threads");
}

TEST(PackedAttention, LetsNanThrough) {
  const AttentionCase c{.queries = {3, 4}, .keys = {3, 4}};
  auto inputs = random_inputs(c, at::kFloat);
  inputs.key[1][0] = std::numeric_limits<float>::quiet_NaN();
  const auto output = packed_to_itself(inputs, options_of(c)).output;
  EXPECT_TRUE(output.narrow(0, 0, 3).isnan().any().item<bool>());
  EXPECT_FALSE(output.narrow(0, 3, 4).isnan().any().item<bool>());  // the other sentence never saw it
}

TEST(PackedAttention, KnowsWhatItTakes) {
  EXPECT_TRUE(has_kernels(at::zeros({1})));
  EXPECT_TRUE(has_kernels(at::zeros({1}, at::kBFloat16)));
  EXPECT_FALSE(has_kernels(at::zeros({1}, at::kDouble)));
  EXPECT_FALSE(has_kernels(at::zeros({1}, at::kHalf)));
}

}  // namespace
}  // namespace tfm
