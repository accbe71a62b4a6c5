// Rotary positions (Su et al. 2021, RoFormer, section 3.2.2): the numbers 2i and 2i + 1 of a query or key, taken as a
// point in the plane, are turned by the angle pos / 10000^(2i/K), so that a score depends on
// the two positions only through their distance.
#pragma once

#include "model/positional_encoding.h"

namespace tfm {

class RotaryPositions {
 public:
  // head_dim is even.
  explicit RotaryPositions(int64_t head_dim) : head_dim_(head_dim), sines_(head_dim) {}
  // x at positions first, first + 1, ...; [B, H, L, K] -> [B, H, L, K]
  at::Tensor turn(const at::Tensor& x, int64_t first);
  // The same for packed sentences; [1, L, H * K] -> [1, L, H * K]
  at::Tensor turn_packed(const at::Tensor& x, const SentenceLayout& layout);

 private:
  int64_t head_dim_;
  SinusoidalPositions sines_;  // the angles' sines and cosines are those of the sinusoidal positions
};

}  // namespace tfm
