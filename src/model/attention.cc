#include "model/attention.h"

#include <ATen/ATen.h>

namespace tfm {

Tensor scaled_dot_product_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask) {
  TORCH_CHECK(!(mask.causal && mask.allowed.defined()), "a causal flag and a mask exclude each other");
  const auto allowed = mask.allowed.defined() ? std::optional<Tensor>(mask.allowed) : std::nullopt;
  return at::scaled_dot_product_attention(query, memory.key, memory.value, allowed, /*dropout_p=*/0.0, mask.causal);
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(int64_t d_model, int64_t num_heads) : num_heads_(num_heads) {
  query = register_module("query", torch::nn::Linear(d_model, d_model));
  key = register_module("key", torch::nn::Linear(d_model, d_model));
  value = register_module("value", torch::nn::Linear(d_model, d_model));
  output = register_module("output", torch::nn::Linear(d_model, d_model));
}

KeyValue MultiHeadAttentionImpl::project_memory(const Tensor& x) {
  return {split_heads(key(x)), split_heads(value(x))};
}

Tensor MultiHeadAttentionImpl::forward(const Tensor& x, const KeyValue& memory, const AttentionMask& mask) {
  const auto heads = scaled_dot_product_attention(split_heads(query(x)), memory, mask);  // [B, H, T, K]
  return output(heads.transpose(1, 2).flatten(2));                                       // [B, T, D]
}

Tensor MultiHeadAttentionImpl::split_heads(const Tensor& x) const {
  return x.unflatten(-1, {num_heads_, x.size(-1) / num_heads_}).transpose(1, 2);
}

}  // namespace tfm
