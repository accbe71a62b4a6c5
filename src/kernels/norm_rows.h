// LayerNorm and RMSNorm of rows, for decoding: training has LibTorch's, which know their gradients.
#pragma once

#include <cstdint>

namespace tfm {

// [rows, columns], contiguous; `to` may be `from`.
struct NormRows {
  const float* from;
  int64_t rows, columns;
  const float* weight;  // [columns]
  const float* bias;    // [columns], or null
  float* to;
};

// (x - mean) / sqrt(variance + 1e-5) * weight + bias (Ba et al. 2016)
void layer_norm(const NormRows& of);
// x / sqrt(mean of x^2 + 1e-6) * weight (Zhang and Sennrich 2019)
void rms_norm(const NormRows& of);

}  // namespace tfm
