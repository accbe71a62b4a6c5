// x W^T + b.
#pragma once

#include <ATen/Functions.h>
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include "operations/linear.h"

namespace tfm {

class LinearImpl : public torch::nn::Module {
 public:
  // The weights are neither drawn nor set: TransformerImpl::initialize() or a file does that.
  LinearImpl(int64_t from, int64_t to, bool with_bias) {
    weight = register_parameter("weight", at::empty({to, from}));
    if (with_bias) bias = register_parameter("bias", at::empty({to}));
  }
  // [..., from] -> [..., to]
  at::Tensor forward(const at::Tensor& x) { return linear(x, weight, bias); }
  // max(0, x W^T + b)
  at::Tensor relu(const at::Tensor& x) { return linear_relu(x, weight, bias); }

  at::Tensor weight;  // [to, from]
  at::Tensor bias;    // [to], or undefined
};
TORCH_MODULE(Linear);

}  // namespace tfm
