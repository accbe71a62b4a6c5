#include "model/rotary_positions.h"

#include <ATen/ATen.h>

namespace tfm {

namespace {

// x [..., L, K], angles' sines and cosines, interleaved, [L, K].
at::Tensor turned(const at::Tensor& x, const at::Tensor& sines_cosines) {
  const auto sin_cos = sines_cosines.unflatten(-1, {-1, 2});                         // [L, K/2, 2]
  const auto sine = sin_cos.select(-1, 0), cosine = sin_cos.select(-1, 1);           // [L, K/2]
  const auto pairs = x.unflatten(-1, {-1, 2});                                       // [..., L, K/2, 2]
  const auto a = pairs.select(-1, 0), b = pairs.select(-1, 1);                       // [..., L, K/2]
  return at::stack({a * cosine - b * sine, b * cosine + a * sine}, -1).flatten(-2);  // [..., L, K]
}

}  // namespace

at::Tensor RotaryPositions::turn(const at::Tensor& x, int64_t first) { return turned(x, sines_(first, x.size(2), x)); }

at::Tensor RotaryPositions::turn_packed(const at::Tensor& x, const SentenceLayout& layout) {
  const auto heads = x.unflatten(-1, {-1, head_dim_}).transpose(1, 2);  // [1, H, L, K]
  return turned(heads, sines_.at(layout.positions, layout.longest, x)).transpose(1, 2).flatten(2);
}

}  // namespace tfm
