#include "model/layers.h"

#include <ATen/ATen.h>

namespace tfm {

ResidualNormImpl::ResidualNormImpl(int64_t d_model, const ModelConfig& config) : placement_(config.norm) {
  norm = register_module("norm", Norm(d_model, config));
}

Tensor ResidualNormImpl::forward(const Tensor& x, Dropout& dropout, const Sublayer& sublayer) {
  if (placement_ == NormPlacement::kPre) return dropout.add_residual(x, sublayer(norm(x)));
  return norm(dropout.add_residual(x, sublayer(x)));
}

EncoderLayerImpl::EncoderLayerImpl(const ModelConfig& config) {
  const auto shape = encoder_shape(config);
  window_ = shape.window;
  self_attention = register_module("self_attention", MultiHeadAttention(self_attention_options(shape, config)));
  self_attention_residual = register_module("self_attention_residual", ResidualNorm(shape.d_model, config));
  feed_forward = register_module("feed_forward", FeedForward(shape.d_model, shape.ffn_dim, config));
  feed_forward_residual = register_module("feed_forward_residual", ResidualNorm(shape.d_model, config));
}

Tensor EncoderLayerImpl::forward(const Tensor& x, const SentenceLayout& layout, Dropout& dropout,
                                 AttentionRecorder* recorder) {
  const auto attended = self_attention_residual(
      x, dropout, [&](const Tensor& y) { return self_attention->attend_to(y, y, mask(layout), dropout, recorder); });
  return feed_forward_residual(attended, dropout, [&](const Tensor& y) { return feed_forward(y, dropout); });
}

DecoderLayerImpl::DecoderLayerImpl(const ModelConfig& config) {
  const auto shape = decoder_shape(config);
  window_ = shape.window;
  self_attention = register_module("self_attention", MultiHeadAttention(self_attention_options(shape, config)));
  self_attention_residual = register_module("self_attention_residual", ResidualNorm(shape.d_model, config));
  cross_attention = register_module("cross_attention", MultiHeadAttention(cross_attention_options(config)));
  cross_attention_residual = register_module("cross_attention_residual", ResidualNorm(shape.d_model, config));
  feed_forward = register_module("feed_forward", FeedForward(shape.d_model, shape.ffn_dim, config));
  feed_forward_residual = register_module("feed_forward_residual", ResidualNorm(shape.d_model, config));
}

Tensor DecoderLayerImpl::forward(const Tensor& x, const Tensor& encoded, const AttentionMask& memory_mask,
                                 Dropout& dropout, AttentionRecorder* recorder, Tensor* cross_log_weights) {
  const auto own = self_attention_residual(x, dropout, [&](const Tensor& y) {
    return self_attention->attend_to(y, y, mask(memory_mask.queries), dropout, recorder);
  });
  const auto crossed = cross_attention_residual(own, dropout, [&](const Tensor& y) {
    if (cross_log_weights == nullptr) return cross_attention->attend_to(y, encoded, memory_mask, dropout, recorder);
    const auto memory = cross_attention->project_memory(encoded);
    return cross_attention->forward_visibly(y, memory, memory_mask, dropout, *cross_log_weights);
  });
  return feed_forward_residual(crossed, dropout, [&](const Tensor& y) { return feed_forward(y, dropout); });
}

Tensor DecoderLayerImpl::step(const Tensor& x, int64_t position, LayerCache& cache, const AttentionMask& memory_mask,
                              Tensor* cross_log_weights) {
  Dropout none;
  const auto own = self_attention_residual(x, none, [&](const Tensor& y) {
    const auto rows = y.flatten(0, 1).unsqueeze(1);  // [B, W, D] -> [B*W, 1, D]
    const auto past = cache.append(self_attention->project_memory(rows, position));
    return self_attention(rows, past, AttentionMask{}, none, nullptr, position).view_as(y);  // [B, W, D]
  });
  // The hypotheses of a sentence are W queries to one memory: nothing is repeated for the beam.
  const auto crossed = cross_attention_residual(own, none, [&](const Tensor& y) {
    if (cross_log_weights == nullptr) return cross_attention(y, cache.memory(), memory_mask, none);
    return cross_attention->forward_visibly(y, cache.memory(), memory_mask, none, *cross_log_weights);
  });
  return feed_forward_residual(crossed, none, [&](const Tensor& y) { return feed_forward(y, none); });
}

LayerCache DecoderLayerImpl::start_cache(const Tensor& encoded) {
  return {cross_attention->project_memory(encoded), window_};
}

}  // namespace tfm
