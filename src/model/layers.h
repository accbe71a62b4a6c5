// The encoder's and the decoder's layer: section 3.1 and 3.3 of "Attention Is All You Need".
#pragma once

#include <functional>

#include "model/decoder_cache.h"
#include "model/dropout.h"
#include "model/feed_forward.h"
#include "model/layer_shape.h"
#include "model/normalization.h"

namespace tfm {

// Sections 3.1 and 5.4: LayerNorm(x + Dropout(Sublayer(x))) around any sub-layer. Pre-norm, x +
// Dropout(Sublayer(LayerNorm(x))) (Xiong et al. 2020), is the default: it trains without a long warm-up.
class ResidualNormImpl : public torch::nn::Module {
 public:
  ResidualNormImpl(int64_t d_model, const ModelConfig& config);

  using Sublayer = std::function<Tensor(const Tensor&)>;  // [B, L, D] -> [B, L, D]
  Tensor forward(const Tensor& x, Dropout& dropout, const Sublayer& sublayer);

  Norm norm{nullptr};

 private:
  NormPlacement placement_;
};
TORCH_MODULE(ResidualNorm);

class EncoderLayerImpl : public torch::nn::Module {
 public:
  explicit EncoderLayerImpl(const ModelConfig& config);
  // [B, S, D] -> [B, S, D]
  Tensor forward(const Tensor& x, const SentenceLayout& layout, Dropout& dropout, AttentionRecorder* recorder);
  // What its self-attention may see.
  AttentionMask mask(const SentenceLayout& layout = {}) const {
    return {.real_keys = layout.real, .window = window_, .queries = layout, .keys = layout};
  }

  MultiHeadAttention self_attention{nullptr};
  FeedForward feed_forward{nullptr};
  ResidualNorm self_attention_residual{nullptr}, feed_forward_residual{nullptr};

 private:
  int64_t window_;
};
TORCH_MODULE(EncoderLayer);

class DecoderLayerImpl : public torch::nn::Module {
 public:
  explicit DecoderLayerImpl(const ModelConfig& config);
  // The whole target at once, each position seeing those before it. `encoded`: the encoder's output [B, S, D of the
  // encoder]; memory_mask.queries: the target's layout.
  // There is no mask for the target's padding: it stands at the end, where the causal mask hides it from all real
  // pieces, and the loss leaves its rows out. `cross_log_weights`, where given, gets those of cross-attention (see
  // MultiHeadAttention::forward_visibly); a recorder is not handed them then.
  // [B, T, D] -> [B, T, D]
  Tensor forward(const Tensor& x, const Tensor& encoded, const AttentionMask& memory_mask, Dropout& dropout,
                 AttentionRecorder* recorder, Tensor* cross_log_weights = nullptr);
  // Position `position` of W hypotheses for each of B sentences. No mask: the cache holds only what may be seen.
  // `cross_log_weights`: as above, [B, H, W, S]. [B, W, D] -> [B, W, D]
  Tensor step(const Tensor& x, int64_t position, LayerCache& cache, const AttentionMask& memory_mask,
              Tensor* cross_log_weights = nullptr);
  AttentionMask mask(const SentenceLayout& layout = {}) const {
    return {.causal = true, .window = window_, .queries = layout, .keys = layout};
  }
  // For a translation that begins. `encoded`: the encoder's output [B, S, D of the encoder].
  LayerCache start_cache(const Tensor& encoded);

  MultiHeadAttention self_attention{nullptr}, cross_attention{nullptr};
  FeedForward feed_forward{nullptr};
  ResidualNorm self_attention_residual{nullptr}, cross_attention_residual{nullptr}, feed_forward_residual{nullptr};

 private:
  int64_t window_;
};
TORCH_MODULE(DecoderLayer);

}  // namespace tfm
