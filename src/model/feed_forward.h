// The sub-layer that works on each position by itself.
#pragma once

#include "config/config.h"
#include "model/dropout.h"
#include "model/linear.h"

namespace tfm {

using at::Tensor;

// Eq. 2: FFN(x) = max(0, x W1 + b1) W2 + b2; with GELU (Hendrycks and Gimpel 2016) in place of max(0, .).
// SwiGLU (Shazeer 2020): (x W1 * swish(x Wg)) W2, swish(x) = x sigmoid(x), with a third matrix Wg as wide as W1; with
// biases where the config has them.
class FeedForwardImpl : public torch::nn::Module {
 public:
  FeedForwardImpl(int64_t d_model, int64_t ffn_dim, const ModelConfig& config);
  // [B, L, D] -> [B, L, D]
  Tensor forward(const Tensor& x, Dropout& dropout);

  Linear inner{nullptr}, gate{nullptr}, outer{nullptr};  // only SwiGLU has a gate

 private:
  // [B, L, D] -> [B, L, F]
  Tensor activated(const Tensor& x);

  Activation activation_;
};
TORCH_MODULE(FeedForward);

}  // namespace tfm
