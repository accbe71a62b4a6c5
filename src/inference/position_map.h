// Where a piece stands: added to its embedding, or turned into queries and keys.
#pragma once

#include <ATen/core/Tensor.h>

#include "model/positional_encoding.h"

namespace tfm {

// One side's added positions; see model/positional_encoding.h.
class PositionMap {
 public:
  PositionMap(const PositionalEncoding& positions, Positions kind, int64_t d_model);
  // x [d_model], of a piece at `position`. There must be such a place where positions are learned.
  void add_to(float* x, int64_t position) const;

 private:
  at::Tensor table_;    // [places, d_model]; undefined where nothing is added
  bool grows_ = false;  // sinusoids are computed where the table ends
};

// Rotary positions; see model/rotary_positions.h.
class RotaryMap {
 public:
  explicit RotaryMap(int64_t head_dim);
  // heads [heads, head_dim] of a piece at `position`, in place.
  void turn(float* heads, int64_t count, int64_t position) const;

 private:
  int64_t head_dim_;
  at::Tensor table_;  // [places, head_dim]: sines and cosines in turn
};

}  // namespace tfm
