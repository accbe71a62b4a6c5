// Dropout (Srivastava et al. 2014) from counters instead of a generator's state: which elements are dropped is a
// function of the key and the place alone, so it doesn't depend on threads, and the backward pass recomputes it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace tfm {

// Goes through one forward pass; each call of drop() is a place of its own. The same key gives the same passes.
class Dropout {
 public:
  // No dropout: for translation and validation.
  Dropout() = default;
  // `probability` in [0, 1) of setting an element to zero; the others are scaled by 1 / (1 - probability).
  Dropout(double probability, uint64_t key) : probability_(probability), key_(key) {}

  // Same shape as `x`; float32, float64, bfloat16 or float16.
  at::Tensor drop(const at::Tensor& x);

 private:
  double probability_ = 0.0;
  uint64_t key_ = 0;
  uint32_t place_ = 0;
};

}  // namespace tfm
