// Memory for time (Chen et al. 2016, arXiv:1604.06174): of a part of the model only the inputs are kept for the
// backward pass, which computes the part once more.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

#include "model/dropout.h"

namespace tfm {

// A part of the model as a function of tensors whose gradients are wanted. What it captures must be copies or outlive
// the backward pass; `dropout` is handed in, since the part goes through it twice.
using ModelPart = std::function<at::Tensor(const std::vector<at::Tensor>& inputs, Dropout& dropout)>;

// part(inputs, dropout), with the same result and gradients to the last bit. Where no gradients are wanted, that alone.
at::Tensor recomputed(const ModelPart& part, std::vector<at::Tensor> inputs, Dropout& dropout);

}  // namespace tfm
