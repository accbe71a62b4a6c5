// The gradient of all parameters as one vector.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace tfm {

// Euclidean norm over all gradients, a scalar on their device. Parameters without a gradient count as zero.
at::Tensor global_gradient_norm(const std::vector<at::Tensor>& parameters);

// Scales the gradients so that their norm, which is given, becomes at most `max_norm`; 0 = leaves them alone.
void clip_gradients(const std::vector<at::Tensor>& parameters, const at::Tensor& norm, double max_norm);

}  // namespace tfm
