// Section 3.2 of "Attention Is All You Need".
#pragma once

#include <torch/nn/modules/linear.h>

namespace tfm {

using at::Tensor;

// Which keys a query may attend to.
struct AttentionMask {
  // Boolean, broadcastable to [batch, heads, queries, keys]; true = may attend. Undefined: every key. A row without
  // a single true is never built: softmax over nothing has no value.
  Tensor allowed;
  // Query i sees keys 0..i alone. Never together with `allowed`: the fused kernel takes one of the two.
  bool causal = false;
};

// Keys and values, split into heads: [batch, heads, keys, d_model / heads].
struct KeyValue {
  Tensor key;
  Tensor value;
};

// Eq. 1: Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, through LibTorch's fused kernel.
// [B, H, T, K], [B, H, S, K], [B, H, S, K] -> [B, H, T, K]
Tensor scaled_dot_product_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask);

// MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^O with head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V).
class MultiHeadAttentionImpl : public torch::nn::Module {
 public:
  // num_heads divides d_model (the config sees to it).
  MultiHeadAttentionImpl(int64_t d_model, int64_t num_heads);

  // What is attended to: x W^K and x W^V. [B, S, D] -> 2 x [B, H, S, K]
  KeyValue project_memory(const Tensor& x);
  // Attends from x to keys and values that were projected before. [B, T, D] -> [B, T, D]
  Tensor forward(const Tensor& x, const KeyValue& memory, const AttentionMask& mask);

  torch::nn::Linear query{nullptr}, key{nullptr}, value{nullptr}, output{nullptr};

 private:
  Tensor split_heads(const Tensor& x) const;  // [B, L, D] -> [B, H, L, K]
  int64_t num_heads_;
};
TORCH_MODULE(MultiHeadAttention);

}  // namespace tfm
