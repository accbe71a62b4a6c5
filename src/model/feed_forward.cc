#include "model/feed_forward.h"

#include <ATen/ATen.h>

namespace tfm {

FeedForwardImpl::FeedForwardImpl(int64_t d_model, int64_t ffn_dim, const ModelConfig& config)
    : activation_(config.activation) {
  inner = register_module("inner", Linear(d_model, ffn_dim, config.biases));
  if (activation_ == Activation::kSwiglu) gate = register_module("gate", Linear(d_model, ffn_dim, config.biases));
  outer = register_module("outer", Linear(ffn_dim, d_model, config.biases));
}

Tensor FeedForwardImpl::forward(const Tensor& x, Dropout& dropout) {
  return outer(dropout.activation(activated(x)));  // [B, L, D] -> [B, L, F] -> [B, L, D]
}

Tensor FeedForwardImpl::activated(const Tensor& x) {
  switch (activation_) {
    case Activation::kRelu:
      return inner->relu(x);
    case Activation::kGelu:
      return at::gelu(inner(x));
    case Activation::kSwiglu:
      return at::silu(gate(x)) * inner(x);
  }
  TORCH_CHECK(false, "no such activation");
}

}  // namespace tfm
