#include "model/rotary_positions.h"

#include <ATen/ATen.h>

namespace tfm {

at::Tensor RotaryPositions::turn(const at::Tensor& x, int64_t first) {
  const auto sin_cos = sines_(first, x.size(2), x).unflatten(-1, {-1, 2});           // [L, K/2, 2]
  const auto sine = sin_cos.select(-1, 0), cosine = sin_cos.select(-1, 1);           // [L, K/2]
  const auto pairs = x.unflatten(-1, {-1, 2});                                       // [B, H, L, K/2, 2]
  const auto a = pairs.select(-1, 0), b = pairs.select(-1, 1);                       // [B, H, L, K/2]
  return at::stack({a * cosine - b * sine, b * cosine + a * sine}, -1).flatten(-2);  // [B, H, L, K]
}

}  // namespace tfm
