#include "model/attention.h"

#include <ATen/ATen.h>

#include <cmath>

#include "model/masked_softmax.h"
#include "model/windowed_attention.h"
#include "operations/packed_attention.h"

namespace tfm {
namespace {

// Several maps of one input in one product: [L, I] -> [L, all outputs side by side]
Tensor side_by_side(const Tensor& x, const std::vector<Linear>& maps) {
  std::vector<Tensor> weights, biases;
  for (const auto& map : maps) {
    weights.push_back(map->weight);
    if (map->bias.defined()) biases.push_back(map->bias);
  }
  return linear(x, at::cat(weights), biases.empty() ? Tensor() : at::cat(biases));
}

Tensor split_heads(const Tensor& x, int64_t heads) {
  return x.unflatten(-1, {heads, x.size(-1) / heads}).transpose(1, 2);  // [B, L, H * K] -> [B, H, L, K]
}

Tensor fused_attention(const Tensor& query, const KeyValue& memory, const Tensor& allowed) {
  const auto mask = allowed.defined() ? std::optional<Tensor>(allowed) : std::nullopt;
  return at::scaled_dot_product_attention(query, memory.key, memory.value, mask);
}

// Whether there is a window, and it doesn't reach over the whole sequence.
bool window_cuts(const AttentionMask& mask, const Tensor& query) {
  return mask.window > 0 && query.size(2) > mask.window + 1;
}

Tensor allowed_keys(const AttentionMask& mask, const Tensor& query, const Tensor& key) {
  return dense_mask(mask, query.size(2), key.size(2), query.device());
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask) {
  if (window_cuts(mask, query)) return windowed_attention(query, memory, mask, fused_attention);
  if (mask.causal && !mask.real_keys.defined()) {  // the kernel takes a flag or a mask; the flag is faster
    TORCH_CHECK(query.size(2) == memory.key.size(2), "the flag means that query i stands at key i");
    return at::scaled_dot_product_attention(query, memory.key, memory.value, std::nullopt, /*dropout_p=*/0.0,
                                            /*is_causal=*/true);
  }
  return fused_attention(query, memory, allowed_keys(mask, query, memory.key));
}

Tensor scaled_dot_product_scores(const Tensor& query, const Tensor& key) {
  return at::matmul(query, key.transpose(-2, -1)) / std::sqrt(static_cast<double>(key.size(-1)));
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(const AttentionOptions& options)
    : options_(options), rotary_(options.query_dim / options.num_heads) {
  const int64_t head_dim = options.query_dim / options.num_heads, memory_heads_dim = options.kv_heads * head_dim;
  const bool additive = options.score_kind == AttentionScore::kAdditive;  // it has a bias b of its own
  query = register_module("query", Linear(options.query_dim, options.query_dim, options.biases && !additive));
  key = register_module("key", Linear(options.memory_dim, memory_heads_dim, options.biases && !additive));
  value = register_module("value", Linear(options.memory_dim, memory_heads_dim, options.biases));
  output = register_module("output", Linear(options.query_dim, options.query_dim, options.biases));
  if (additive) score = register_module("score", AdditiveScore(options.num_heads, head_dim));
}

KeyValue MultiHeadAttentionImpl::project_memory(const Tensor& x, int64_t first) {
  const auto keys = split_heads(key(x), options_.kv_heads);
  return {options_.rotary ? rotary_.turn(keys, first) : keys, split_heads(value(x), options_.kv_heads)};
}

Tensor MultiHeadAttentionImpl::project_query(const Tensor& x, int64_t first) {
  const auto queries = split_heads(query(x), options_.num_heads);
  return options_.rotary ? rotary_.turn(queries, first) : queries;
}

Tensor MultiHeadAttentionImpl::scores(const Tensor& queries, const Tensor& keys) {
  const auto all_keys = repeat_for_heads(keys, options_.num_heads);
  return score ? score(queries, all_keys) : scaled_dot_product_scores(queries, all_keys);
}

Tensor MultiHeadAttentionImpl::forward(const Tensor& x, const KeyValue& memory, const AttentionMask& mask,
                                       Dropout& dropout, AttentionRecorder* recorder, int64_t first) {
  const auto queries = project_query(x, first);  // [B, H, T, K]
  if (recorder != nullptr) {
    recorder->record(masked_softmax(scores(queries, memory.key), allowed_keys(mask, queries, memory.key)));
  }
  const KeyValue heads = {repeat_for_heads(memory.key, options_.num_heads),
                          repeat_for_heads(memory.value, options_.num_heads)};      // [B, H, S, K]
  return output(attend(queries, heads, mask, dropout).transpose(1, 2).flatten(2));  // [B, T, D]
}

Tensor MultiHeadAttentionImpl::attend_to(const Tensor& x, const Tensor& memory, const AttentionMask& mask,
                                         Dropout& dropout, AttentionRecorder* recorder) {
  if (mask.is_packed()) return attend_packed(x, memory, mask, dropout);
  return forward(x, project_memory(memory), mask, dropout, recorder);
}

Tensor MultiHeadAttentionImpl::attend_packed(const Tensor& x, const Tensor& memory, const AttentionMask& mask,
                                             Dropout& dropout) {
  TORCH_CHECK(!score, "additive scores are for sentences in rows of their own");
  const PackedAttentionOptions options{.num_heads = options_.num_heads,
                                       .kv_heads = options_.kv_heads,
                                       .query_starts = mask.queries.starts,
                                       .key_starts = mask.keys.starts,
                                       .causal = mask.causal,
                                       .window = mask.window,
                                       .dropout = dropout.attention_site(),
                                       .first_sentence = dropout.first_row(),
                                       .padded_queries = mask.queries.longest,
                                       .padded_keys = mask.keys.longest};
  const auto rows = x.squeeze(0);  // [T, D]
  const bool to_itself = x.is_same(memory);
  const auto attended =
      to_itself ? packed_self_attention(turn_packed(side_by_side(rows, {query, key, value}), mask.queries), options)
                : packed_cross_attention(query(rows), side_by_side(memory.squeeze(0), {key, value}), options);
  return output(attended).unsqueeze(0);
}

// Queries, keys and values side by side: the former two are turned where positions are rotary.
Tensor MultiHeadAttentionImpl::turn_packed(const Tensor& projected, const SentenceLayout& layout) {
  if (!options_.rotary) return projected;
  const int64_t turned = query->weight.size(0) + key->weight.size(0);
  return at::cat({rotary_.turn_packed(projected.narrow(1, 0, turned).unsqueeze(0), layout).squeeze(0),
                  projected.narrow(1, turned, projected.size(1) - turned)},
                 1);
}

Tensor MultiHeadAttentionImpl::forward_visibly(const Tensor& x, const KeyValue& memory, const AttentionMask& mask,
                                               Dropout& dropout, Tensor& log_weights) {
  TORCH_CHECK(mask.window == 0, "weights within a window have no place for all keys");
  const auto queries = project_query(x);  // [B, H, T, K]
  log_weights = masked_log_softmax(scores(queries, memory.key), allowed_keys(mask, queries, memory.key));
  const auto weights = dropout.attention(log_weights.exp());
  const auto values = repeat_for_heads(memory.value, options_.num_heads);  // [B, H, S, K]
  return output(at::matmul(weights, values).transpose(1, 2).flatten(2));   // [B, T, D]
}

Tensor MultiHeadAttentionImpl::attend(const Tensor& queries, const KeyValue& memory, const AttentionMask& mask,
                                      Dropout& dropout) {
  // The fused kernel doesn't show its weights, and LibTorch's dropout within it draws from a generator's state.
  if (!score && !dropout.drops_attention()) return scaled_dot_product_attention(queries, memory, mask);
  const auto attend_dense = [&](const Tensor& q, const KeyValue& kv, const Tensor& allowed) {
    const auto weights = masked_softmax(scores(q, kv.key), allowed);
    return at::matmul(dropout.attention(weights), kv.value);  // [B, H, T, S] x [B, H, S, K]
  };
  if (window_cuts(mask, queries)) return windowed_attention(queries, memory, mask, attend_dense);
  return attend_dense(queries, memory, allowed_keys(mask, queries, memory.key));
}

Tensor repeat_for_heads(const Tensor& x, int64_t heads) {
  if (x.size(1) == heads) return x;
  const int64_t group = heads / x.size(1);
  return x.unsqueeze(2).expand({-1, -1, group, -1, -1}).flatten(1, 2);  // [B, G, group, S, K] -> [B, heads, S, K]
}

}  // namespace tfm
