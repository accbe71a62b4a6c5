// The right factor of products in bfloat16: weights are rounded once, what they are multiplied with at each product;
// sums are float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/bfloat16.h"
#include "kernels/packed_matrix.h"

namespace tfm {

class Bfloat16Matrix {
 public:
  // weight: [to, from], contiguous. Copies share what is laid out.
  Bfloat16Matrix(const float* weight, int64_t to, int64_t from, LargePages& pages);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // to [inner] = scale * the weights of one output
  void copy_column(int64_t column, float scale, float* to) const;
  // As PackedMatrix::multiply, with x W^T for rows x [rows, from], which are not transposed.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  struct RoundedRows;
  std::ptrdiff_t place(int64_t column, int64_t i) const;
  void multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  std::shared_ptr<Bfloat16[]> panels_;  // [panels, groups, 32, 2]; see Bfloat16Tile::b
};

}  // namespace tfm
