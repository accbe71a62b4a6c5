// Section 3.2 of "Attention Is All You Need", and what has been made of it since.
#pragma once

#include "config/config.h"
#include "model/additive_attention.h"
#include "model/attention_mask.h"
#include "model/attention_recorder.h"
#include "model/dropout.h"
#include "model/key_value.h"
#include "model/linear.h"
#include "model/rotary_positions.h"

namespace tfm {

// Eq. 1: Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, d_k = K, in one call of LibTorch's fused kernel: it
// computes what scaled_dot_product_scores, masked_softmax and a product with the values would, without storing the
// weights. [B, H, T, K], [B, H, S, K], [B, H, S, K] -> [B, H, T, K]
Tensor scaled_dot_product_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask);

// Eq. 1's Q K^T / sqrt(d_k). [B, H, T, K], [B, H, S, K] -> [B, H, T, S]
Tensor scaled_dot_product_scores(const Tensor& query, const Tensor& key);

// What one attention looks like, out of the model's config.
struct AttentionOptions {
  int64_t query_dim = 0;   // width of what attends
  int64_t memory_dim = 0;  // width of what is attended to
  int64_t num_heads = 1;   // divides query_dim
  int64_t kv_heads = 1;    // divides num_heads; each serves num_heads / kv_heads query heads (Ainslie et al. 2023)
  AttentionScore score_kind = AttentionScore::kDotProduct;
  bool rotary = false;  // self-attention alone: keys and queries are turned by their positions
  bool biases = true;
};

// MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^O with head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V).
class MultiHeadAttentionImpl : public torch::nn::Module {
 public:
  explicit MultiHeadAttentionImpl(const AttentionOptions& options);

  // What is attended to: x W^K and x W^V, of positions first, first + 1, ... [B, S, memory_dim] -> 2 x [B, G, S, K]
  KeyValue project_memory(const Tensor& x, int64_t first = 0);
  // What attends: x W^Q, of positions first, first + 1, ... [B, T, D] -> [B, H, T, K]
  Tensor project_query(const Tensor& x, int64_t first = 0);
  // How well each query fits each key, before mask and softmax. [B, H, T, K], [B, G, S, K] -> [B, H, T, S]
  Tensor scores(const Tensor& queries, const Tensor& keys);
  // Attends from x, at positions first, first + 1, ..., to keys and values that were projected before.
  // [B, T, D] -> [B, T, D]
  Tensor forward(const Tensor& x, const KeyValue& memory, const AttentionMask& mask, Dropout& dropout,
                 AttentionRecorder* recorder = nullptr, int64_t first = 0);
  // Attends from x to `memory`, which is projected here; to itself where they are one tensor. Packed sentences, which
  // nothing but training has, go through kernels of our own. [B, T, D], [B, S, memory_dim] -> [B, T, D]
  Tensor attend_to(const Tensor& x, const Tensor& memory, const AttentionMask& mask, Dropout& dropout,
                   AttentionRecorder* recorder = nullptr);
  // The same as forward without the fused kernel, which shows no weights: puts their logarithms into `log_weights`, [B,
  // H, T, S], minus infinity where the mask forbids. Differentiable, for a loss on them. For attention without a
  // window.
  Tensor forward_visibly(const Tensor& x, const KeyValue& memory, const AttentionMask& mask, Dropout& dropout,
                         Tensor& log_weights);

  // W^Q, W^K and W^V of all heads, side by side, and W^O.
  Linear query{nullptr}, key{nullptr}, value{nullptr}, output{nullptr};
  AdditiveScore score{nullptr};  // none for the dot product

 private:
  Tensor attend(const Tensor& queries, const KeyValue& memory, const AttentionMask& mask, Dropout& dropout);
  // Of packed sentences; [1, T, D], [1, S, memory_dim] -> [1, T, D]
  Tensor attend_packed(const Tensor& x, const Tensor& memory, const AttentionMask& mask, Dropout& dropout);
  Tensor turn_packed(const Tensor& projected, const SentenceLayout& layout);

  AttentionOptions options_;
  RotaryPositions rotary_;
};
TORCH_MODULE(MultiHeadAttention);

// Each key or value head stands for its whole group of query heads. [B, G, S, K] -> [B, heads, S, K]
Tensor repeat_for_heads(const Tensor& x, int64_t heads);

}  // namespace tfm
