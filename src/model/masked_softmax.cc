#include "model/masked_softmax.h"

#include <ATen/ATen.h>

#include <limits>

namespace tfm {

Tensor masked_softmax(const Tensor& scores, const Tensor& allowed) {
  if (!allowed.defined()) return scores.softmax(-1);
  return scores.masked_fill(allowed.logical_not(), -std::numeric_limits<double>::infinity()).softmax(-1);
}

}  // namespace tfm
