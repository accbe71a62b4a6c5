#include "model/masked_softmax.h"

#include <ATen/ATen.h>

#include <limits>

namespace tfm {
namespace {

Tensor without_forbidden(const Tensor& scores, const Tensor& allowed) {
  if (!allowed.defined()) return scores;
  return scores.masked_fill(allowed.logical_not(), -std::numeric_limits<double>::infinity());
}

}  // namespace

Tensor masked_softmax(const Tensor& scores, const Tensor& allowed) {
  return without_forbidden(scores, allowed).softmax(-1);
}

Tensor masked_log_softmax(const Tensor& scores, const Tensor& allowed) {
  return without_forbidden(scores, allowed).log_softmax(-1);
}

}  // namespace tfm
