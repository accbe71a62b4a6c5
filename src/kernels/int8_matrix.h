// The right factor of products in 8 bits: weights are rounded once, one scale for each output, what they are multiplied
// with is rounded at each product, one scale for each row (Jacob et al. 2018, arXiv:1712.05877, section 2).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "kernels/packed_matrix.h"

namespace tfm {

// w[to, from] is about values[to, from] * scales[to].
struct Int8Weights {
  at::Tensor values;  // int8 [to, from], -127 .. 127
  at::Tensor scales;  // float [to]
};
// weight: float [to, from]. scale = max |w| / 127 of each row, 1 where that is 0; rounded to the nearest.
Int8Weights round_to_int8(const at::Tensor& weight);

class Int8Matrix {
 public:
  explicit Int8Matrix(const Int8Weights& weights);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // As PackedMatrix::multiply, with x W^T for rows x [rows, from], which are not transposed.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  struct RoundedRows;
  void multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  at::Tensor panels_;   // int8, [panels, groups, 32, 4]; see Int8Tile::b
  at::Tensor scales_;   // float [panels * 32]
  at::Tensor offsets_;  // int32 [panels * 32]: what the rows' offset of 128 adds to each sum
};

}  // namespace tfm
