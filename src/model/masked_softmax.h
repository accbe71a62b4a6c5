// Softmax over the keys that may be attended to.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

using at::Tensor;

// [B, H, T, S] -> the same: each row sums to 1, what isn't allowed is exactly 0. `allowed`: bool, broadcastable to the
// scores, at least one true in each row; undefined: all are.
Tensor masked_softmax(const Tensor& scores, const Tensor& allowed);
// Its logarithm, exact where the softmax is too small for a number: minus infinity only where it isn't allowed.
Tensor masked_log_softmax(const Tensor& scores, const Tensor& allowed);

}  // namespace tfm
