// A linear map with what stands right behind it, in fewer passes over memory than one operation after the other.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

// x W^T + b, as at::linear; `bias` may be undefined. x [..., I], weight [O, I], bias [O] -> [..., O]. Differentiable.
at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

// max(0, x W^T + b)
at::Tensor linear_relu(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace tfm
