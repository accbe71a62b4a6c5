// x W^T + b.
#pragma once

#include <torch/nn/modules/linear.h>

#include "kernels/linear.h"

namespace tfm {

// LibTorch's module, computed by our kernel.
class LinearImpl : public torch::nn::LinearImpl {
 public:
  LinearImpl(int64_t from, int64_t to, bool with_bias)
      : torch::nn::LinearImpl(torch::nn::LinearOptions(from, to).bias(with_bias)) {}
  // [..., from] -> [..., to]
  at::Tensor forward(const at::Tensor& x) { return linear(x, weight, bias); }
  // max(0, x W^T + b)
  at::Tensor relu(const at::Tensor& x) { return linear_relu(x, weight, bias); }
};
TORCH_MODULE(Linear);

}  // namespace tfm
