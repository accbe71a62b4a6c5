// The feed-forward sub-layer; see model/feed_forward.h.
#pragma once

#include <optional>

#include "inference/buffer.h"
#include "inference/linear_map.h"
#include "model/feed_forward.h"

namespace tfm {

class FeedForwardMap {
 public:
  FeedForwardMap(const FeedForward& layer, Activation activation, WeightType type);
  // x += FFN(input); [rows, D] both, and may be one. `scratch` is for the inner rows.
  void add_to(float* x, const float* input, int64_t rows, Buffer& scratch) const;

 private:
  LinearMap inner_, outer_;  // SwiGLU: the gate and the inner map side by side
  Activation activation_;
};

}  // namespace tfm
