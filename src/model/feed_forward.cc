#include "model/feed_forward.h"

#include <ATen/ATen.h>

namespace tfm {

FeedForwardImpl::FeedForwardImpl(int64_t d_model, int64_t ffn_dim, const ModelConfig& config)
    : activation_(config.activation) {
  const auto linear = [&](int64_t from, int64_t to) {
    return torch::nn::Linear(torch::nn::LinearOptions(from, to).bias(config.biases));
  };
  inner = register_module("inner", linear(d_model, ffn_dim));
  if (activation_ == Activation::kSwiglu) gate = register_module("gate", linear(d_model, ffn_dim));
  outer = register_module("outer", linear(ffn_dim, d_model));
}

Tensor FeedForwardImpl::forward(const Tensor& x, Dropout& dropout) {
  return outer(dropout.activation(activated(x)));  // [B, L, D] -> [B, L, F] -> [B, L, D]
}

Tensor FeedForwardImpl::activated(const Tensor& x) {
  switch (activation_) {
    case Activation::kRelu:
      return at::relu(inner(x));
    case Activation::kGelu:
      return at::gelu(inner(x));
    case Activation::kSwiglu:
      return at::silu(gate(x)) * inner(x);
  }
  TORCH_CHECK(false, "no such activation");
}

}  // namespace tfm
