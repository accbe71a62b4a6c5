#include "model/attention_mask.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

// Key position minus query position, [queries, keys]: positive for keys that come later.
Tensor distances(int64_t queries, int64_t keys, at::Device device) {
  const auto options = at::TensorOptions(device).dtype(at::kLong);
  const auto query = at::arange(keys - queries, keys, options).unsqueeze(1);  // [T, 1]
  return at::arange(keys, options) - query;                                   // [T, S]
}

}  // namespace

Tensor dense_mask(const AttentionMask& mask, int64_t queries, int64_t keys, at::Device device) {
  Tensor real;
  if (mask.real_keys.defined()) real = mask.real_keys.unsqueeze(1).unsqueeze(1);  // [B, S] -> [B, 1, 1, S]
  if (!mask.causal && !mask.is_windowed()) return real;
  const auto distance = distances(queries, keys, device);
  auto near = mask.causal ? distance.le(0) : at::ones_like(distance, at::kBool);
  if (mask.is_windowed()) near = near & distance.abs().le(mask.window);
  if (!real.defined()) return near;       // [T, S]
  return (near & real) | distance.eq(0);  // [B, 1, T, S]
}

}  // namespace tfm
