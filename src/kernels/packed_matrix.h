// The right factor of matrix products, laid out once for all of them; float32, on the CPU.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "kernels/product_steps.h"

namespace tfm {

// [rows, inner], rows `stride` apart. Or, where `transposed`, [inner, rows] in memory.
struct LeftFactor {
  const float* data;
  int64_t rows;
  int64_t stride;
  bool transposed = false;
};

struct ProductPart;

class PackedMatrix {
 public:
  // [inner, columns], contiguous or a transposed view of what is, with at least one row. Nothing of it is needed
  // afterwards.
  explicit PackedMatrix(const at::Tensor& matrix);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // to [inner] = scale * one of its columns
  void copy_column(int64_t column, float scale, float* to) const;
  // to = left matrix: [rows, inner] x [inner, columns] -> [rows, columns], contiguous. On LibTorch's threads. All sums
  // of an element go through `inner` in order: a row of the result doesn't depend on the other rows.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  void multiply_part(const LeftFactor& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  at::Tensor panels_;  // see ProductBlock::b
};

}  // namespace tfm
