// x W^T + b with the weights laid out for it.
#pragma once

#include <ATen/core/Tensor.h>

#include <variant>
#include <vector>

#include "config/config.h"
#include "kernels/bfloat16_matrix.h"
#include "kernels/int8_matrix.h"
#include "kernels/packed_matrix.h"
#include "model/linear.h"

namespace tfm {

class LinearMap {
 public:
  // Without a bias. weight [to, from]
  LinearMap(const at::Tensor& weight, WeightType type);
  // Several maps of one input: their outputs stand side by side.
  LinearMap(const std::vector<Linear>& maps, WeightType type);

  int64_t inputs() const;
  int64_t outputs() const;
  // The weights [from, to], where they are laid out in float32; else null.
  const PackedMatrix* packed() const { return std::get_if<PackedMatrix>(&weights_); }
  // Of rows that are contiguous: [rows, from] -> [rows, to].
  void operator()(const float* x, int64_t rows, float* y, ProductSteps steps = {}) const {
    apply({.data = x, .rows = rows, .stride = inputs()}, y, steps);
  }
  // Of rows that stand `stride` apart.
  void operator()(const float* x, int64_t rows, int64_t stride, float* y, ProductSteps steps = {}) const {
    apply({.data = x, .rows = rows, .stride = stride}, y, steps);
  }

 private:
  void apply(const LeftFactor& x, float* y, ProductSteps steps) const;

  std::variant<PackedMatrix, Bfloat16Matrix, Int8Matrix> weights_;
  at::Tensor bias_;  // [to], or undefined
};

}  // namespace tfm
