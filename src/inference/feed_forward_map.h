// The feed-forward sub-layer: max(0, x W1 + b1) W2 + b2 (Vaswani et al. 2017, eq. 2), with GELU (Hendrycks and Gimpel
// 2016) in place of max(0, .), or SwiGLU (Shazeer 2020): (x W1 * swish(x Wg)) W2.
#pragma once

#include "config/config.h"
#include "inference/buffer.h"
#include "inference/linear_map.h"
#include "kernels/activation_rows.h"

namespace tfm {

class FeedForwardMap {
 public:
  // inner: W1; of SwiGLU Wg and W1 side by side.
  FeedForwardMap(LinearMap inner, LinearMap outer, Activation activation)
      : inner_(std::move(inner)), outer_(std::move(outer)), activation_(activation) {}

  // x += FFN(input); [rows, D] both, and may be one. `scratch` is for the inner rows.
  void add_to(float* x, const float* input, int64_t rows, Buffer& scratch) const {
    const int64_t width = inner_.outputs();
    float* inner = scratch.take(rows * width);
    inner_(input, rows, inner, {.relu = activation_ == Activation::kRelu});
    if (activation_ == Activation::kGelu) gelu(inner, rows * width);
    if (activation_ == Activation::kSwiglu) swiglu(inner, rows, width / 2);
    outer_(inner, rows, width, x, {.add = true});
  }

 private:
  LinearMap inner_, outer_;
  Activation activation_;
};

}  // namespace tfm
