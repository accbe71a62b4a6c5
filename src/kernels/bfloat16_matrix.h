// The right factor of products in bfloat16: weights are rounded once, what they are multiplied with at each product;
// sums are float32.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "kernels/packed_matrix.h"

namespace tfm {

class Bfloat16Matrix {
 public:
  // weight: [to, from], of any type of numbers.
  explicit Bfloat16Matrix(const at::Tensor& weight);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // As PackedMatrix::multiply, with x W^T for rows x [rows, from], which are not transposed.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  struct RoundedRows;
  void multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  at::Tensor panels_;  // bfloat16, [panels, groups, 32, 2]; see Bfloat16Tile::b
};

}  // namespace tfm
