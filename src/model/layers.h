// The encoder's and the decoder's layer: section 3.1 and 3.3 of "Attention Is All You Need".
#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include <functional>

#include "config/config.h"
#include "model/attention.h"
#include "model/dropout.h"

namespace tfm {

// Eq. 2: FFN(x) = max(0, x W1 + b1) W2 + b2. [B, L, D] -> [B, L, D]
class FeedForwardImpl : public torch::nn::Module {
 public:
  FeedForwardImpl(int64_t d_model, int64_t ffn_dim);
  Tensor forward(const Tensor& x);

  torch::nn::Linear inner{nullptr}, outer{nullptr};
};
TORCH_MODULE(FeedForward);

// Section 3.1's LayerNorm(x + Dropout(Sublayer(x))) around any sub-layer. Pre-norm, x + Dropout(Sublayer(LayerNorm(x)))
// (Xiong et al. 2020), is the default: it trains without a long warm-up.
class ResidualNormImpl : public torch::nn::Module {
 public:
  explicit ResidualNormImpl(const ModelConfig& config);

  using Sublayer = std::function<Tensor(const Tensor&)>;  // [B, L, D] -> [B, L, D]
  Tensor forward(const Tensor& x, Dropout& dropout, const Sublayer& sublayer);

  torch::nn::LayerNorm norm{nullptr};

 private:
  NormPlacement placement_;
};
TORCH_MODULE(ResidualNorm);

class EncoderLayerImpl : public torch::nn::Module {
 public:
  explicit EncoderLayerImpl(const ModelConfig& config);
  // [B, S, D] -> [B, S, D]
  Tensor forward(const Tensor& x, const AttentionMask& mask, Dropout& dropout);

  MultiHeadAttention self_attention{nullptr};
  FeedForward feed_forward{nullptr};
  ResidualNorm self_attention_residual{nullptr}, feed_forward_residual{nullptr};
};
TORCH_MODULE(EncoderLayer);

// Keys and values that one decoder layer keeps while a translation grows, so that a step costs one position.
struct LayerCache {
  KeyValue past;  // target positions so far: [rows, H, capacity, K], of which `length` are filled
  int64_t length = 0;
  KeyValue memory;  // the encoder's keys and values, projected once: [sentences, H, S, K]

  // Adds one position, [rows, H, 1, K], and gives all so far. Doubles the capacity when it is full.
  KeyValue append(const KeyValue& next);
  // Row i becomes what row rows[i] was; rows: int64 [new rows].
  void select_rows(const Tensor& rows);
  void select_sentences(const Tensor& sentences);
};

class DecoderLayerImpl : public torch::nn::Module {
 public:
  explicit DecoderLayerImpl(const ModelConfig& config);
  // The whole target at once, each position seeing those before it. `memory`: project_memory of the encoder's output.
  // [B, T, D] -> [B, T, D]
  Tensor forward(const Tensor& x, const KeyValue& memory, const AttentionMask& memory_mask, Dropout& dropout);
  // One position of W hypotheses for each of N sentences. [N, W, D] -> [N, W, D]
  Tensor step(const Tensor& x, LayerCache& cache, const AttentionMask& memory_mask);

  MultiHeadAttention self_attention{nullptr}, cross_attention{nullptr};
  FeedForward feed_forward{nullptr};
  ResidualNorm self_attention_residual{nullptr}, cross_attention_residual{nullptr}, feed_forward_residual{nullptr};
};
TORCH_MODULE(DecoderLayer);

}  // namespace tfm
