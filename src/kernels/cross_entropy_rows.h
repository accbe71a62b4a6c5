// Softmax, label smoothing, loss and gradient of one row of logits at a time, while it is in the nearest cache.
#pragma once

#include <cstdint>

#include "kernels/bfloat16.h"

namespace tfm {

struct SmoothedTarget {
  int64_t target;   // negative: none, the row counts for nothing
  float smoothing;  // of the probability, spread over all columns alike
};

// -(1 - smoothing) log p(target) - smoothing * mean of log p. Where `gradient`, the logits become the loss's gradient
// over them: p - smoothing / columns - (1 - smoothing) at the target.
float cross_entropy_row(float* logits, int64_t columns, const SmoothedTarget& target, bool gradient);
float cross_entropy_row(Bfloat16* logits, int64_t columns, const SmoothedTarget& target, bool gradient);

}  // namespace tfm
