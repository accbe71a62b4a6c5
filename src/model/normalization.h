// What keeps the numbers between sub-layers in range.
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include "config/config.h"

namespace tfm {

using at::Tensor;

// LayerNorm (Ba et al. 2016): (x - mean) / sqrt(variance + 1e-5) * weight + bias, over the last dimension.
// RMSNorm (Zhang and Sennrich 2019): x / sqrt(mean of x^2 + 1e-6) * weight.
class NormImpl : public torch::nn::Module {
 public:
  NormImpl(int64_t d_model, const ModelConfig& config);
  // [..., D] -> [..., D]
  Tensor forward(const Tensor& x);

  Tensor weight;  // [D]
  Tensor bias;    // [D]; undefined for RMSNorm and without biases

 private:
  NormKind kind_;
};
TORCH_MODULE(Norm);

}  // namespace tfm
