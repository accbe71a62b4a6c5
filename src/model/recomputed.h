// Memory for time (Chen et al. 2016, arXiv:1604.06174): of a layer only the inputs are kept for the backward pass,
// which computes the layer once more.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>

#include "model/dropout.h"

namespace tfm {

// A layer as a function of what its gradients are passed on to; `memory` is undefined where it attends to nothing but
// itself. What it captures must be copies or outlive the backward pass; `dropout` is handed in, since the layer goes
// through it twice. [B, L, D], [B, S, D] -> [B, L, D]
using LayerFunction = std::function<at::Tensor(const at::Tensor& x, const at::Tensor& memory, Dropout& dropout)>;

// layer(x, memory, dropout), with the same result to the last bit, and the same gradients but for the order in which
// those of `memory` are added up. Where no gradients are wanted, that alone.
at::Tensor recomputed(const LayerFunction& layer, at::Tensor x, const at::Tensor& memory, Dropout& dropout);

}  // namespace tfm
