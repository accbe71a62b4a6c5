#include "model/layers.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace tfm {
namespace {

torch::nn::LayerNorm layer_norm(int64_t d_model) {
  return torch::nn::LayerNorm(torch::nn::LayerNormOptions({d_model}));
}

Tensor with_capacity(const Tensor& filled, int64_t capacity) {
  auto sizes = filled.sizes().vec();
  sizes[2] = capacity;
  auto grown = at::empty(sizes, filled.options());
  grown.narrow(2, 0, filled.size(2)).copy_(filled);
  return grown;
}

}  // namespace

FeedForwardImpl::FeedForwardImpl(int64_t d_model, int64_t ffn_dim) {
  inner = register_module("inner", torch::nn::Linear(d_model, ffn_dim));
  outer = register_module("outer", torch::nn::Linear(ffn_dim, d_model));
}

Tensor FeedForwardImpl::forward(const Tensor& x) { return outer(at::relu(inner(x))); }

ResidualNormImpl::ResidualNormImpl(const ModelConfig& config) : placement_(config.norm) {
  norm = register_module("norm", layer_norm(config.d_model));
}

Tensor ResidualNormImpl::forward(const Tensor& x, Dropout& dropout, const Sublayer& sublayer) {
  if (placement_ == NormPlacement::kPre) return x + dropout.drop(sublayer(norm(x)));
  return norm(x + dropout.drop(sublayer(x)));
}

EncoderLayerImpl::EncoderLayerImpl(const ModelConfig& config) {
  self_attention = register_module("self_attention", MultiHeadAttention(config.d_model, config.num_heads));
  self_attention_residual = register_module("self_attention_residual", ResidualNorm(config));
  feed_forward = register_module("feed_forward", FeedForward(config.d_model, config.ffn_dim));
  feed_forward_residual = register_module("feed_forward_residual", ResidualNorm(config));
}

Tensor EncoderLayerImpl::forward(const Tensor& x, const AttentionMask& mask, Dropout& dropout) {
  const auto attended = self_attention_residual(
      x, dropout, [&](const Tensor& y) { return self_attention(y, self_attention->project_memory(y), mask); });
  return feed_forward_residual(attended, dropout, [&](const Tensor& y) { return feed_forward(y); });
}

KeyValue LayerCache::append(const KeyValue& next) {
  constexpr int64_t kFirstCapacity = 16;
  if (!past.key.defined()) past = {next.key.narrow(2, 0, 0), next.value.narrow(2, 0, 0)};
  if (length == past.key.size(2)) {
    const int64_t capacity = std::max(kFirstCapacity, 2 * length);
    past = {with_capacity(past.key.narrow(2, 0, length), capacity),
            with_capacity(past.value.narrow(2, 0, length), capacity)};
  }
  past.key.narrow(2, length, 1).copy_(next.key);
  past.value.narrow(2, length, 1).copy_(next.value);
  ++length;
  return {past.key.narrow(2, 0, length), past.value.narrow(2, 0, length)};
}

void LayerCache::select_rows(const Tensor& rows) {
  past = {past.key.index_select(0, rows), past.value.index_select(0, rows)};
}

void LayerCache::select_sentences(const Tensor& sentences) {
  memory = {memory.key.index_select(0, sentences), memory.value.index_select(0, sentences)};
}

DecoderLayerImpl::DecoderLayerImpl(const ModelConfig& config) {
  self_attention = register_module("self_attention", MultiHeadAttention(config.d_model, config.num_heads));
  self_attention_residual = register_module("self_attention_residual", ResidualNorm(config));
  cross_attention = register_module("cross_attention", MultiHeadAttention(config.d_model, config.num_heads));
  cross_attention_residual = register_module("cross_attention_residual", ResidualNorm(config));
  feed_forward = register_module("feed_forward", FeedForward(config.d_model, config.ffn_dim));
  feed_forward_residual = register_module("feed_forward_residual", ResidualNorm(config));
}

Tensor DecoderLayerImpl::forward(const Tensor& x, const KeyValue& memory, const AttentionMask& memory_mask,
                                 Dropout& dropout) {
  const auto own = self_attention_residual(x, dropout, [&](const Tensor& y) {
    return self_attention(y, self_attention->project_memory(y), AttentionMask{.allowed = {}, .causal = true});
  });
  const auto crossed =
      cross_attention_residual(own, dropout, [&](const Tensor& y) { return cross_attention(y, memory, memory_mask); });
  return feed_forward_residual(crossed, dropout, [&](const Tensor& y) { return feed_forward(y); });
}

Tensor DecoderLayerImpl::step(const Tensor& x, LayerCache& cache, const AttentionMask& memory_mask) {
  Dropout none;
  const auto own = self_attention_residual(x, none, [&](const Tensor& y) {
    const auto rows = y.flatten(0, 1).unsqueeze(1);  // [N, W, D] -> [N*W, 1, D]
    const auto past = cache.append(self_attention->project_memory(rows));
    return self_attention(rows, past, AttentionMask{}).view_as(y);  // [N, W, D]
  });
  // The hypotheses of a sentence are W queries to one memory: nothing is repeated for the beam.
  const auto crossed = cross_attention_residual(
      own, none, [&](const Tensor& y) { return cross_attention(y, cache.memory, memory_mask); });
  return feed_forward_residual(crossed, none, [&](const Tensor& y) { return feed_forward(y); });
}

}  // namespace tfm
