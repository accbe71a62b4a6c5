// Section 3.5 of "Attention Is All You Need".
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace tfm {

// PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos(pos / 10000^(2i/D)) for positions first .. first+length-1.
// [length, d_model] float32, computed in double; there is no longest position.
at::Tensor sinusoidal_positions(int64_t first, int64_t length, int64_t d_model);

// A table of them that grows when a longer sequence comes. Not thread-safe: one a model copy.
class SinusoidalPositions {
 public:
  explicit SinusoidalPositions(int64_t d_model) : d_model_(d_model) {}
  // [length, d_model], of `like`'s type and device.
  at::Tensor operator()(int64_t first, int64_t length, const at::Tensor& like);

 private:
  int64_t d_model_;
  at::Tensor table_;
};

}  // namespace tfm
