// The right factor of matrix products, laid out once for all of them; float32, on the CPU.
#pragma once

#include <cstdint>
#include <memory>

#include "core/large_pages.h"
#include "kernels/product_steps.h"

namespace tfm {

// [rows, inner], rows `stride` apart. Or, where `transposed`, [inner, rows] in memory.
struct LeftFactor {
  const float* data;
  int64_t rows;
  int64_t stride;
  bool transposed = false;
};

// [inner, columns], rows `stride` apart. Or, where `transposed`, [columns, inner] in memory.
struct RightMatrix {
  const float* data;
  int64_t inner, columns;
  int64_t stride;
  bool transposed = false;
};

struct ProductPart;

class PackedMatrix {
 public:
  // `inner` is at least 1. Nothing of the matrix is needed afterwards. Copies share what is laid out: on these pages
  // where it stays for long.
  explicit PackedMatrix(const RightMatrix& matrix, LargePages* pages = nullptr);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // to [inner] = scale * one of its columns
  void copy_column(int64_t column, float scale, float* to) const;
  // to = left matrix: [rows, inner] x [inner, columns] -> [rows, columns], contiguous. All sums
  // of an element go through `inner` in order: a row of the result doesn't depend on the other rows.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  void multiply_part(const LeftFactor& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  std::shared_ptr<float[]> panels_;  // see ProductBlock::b
};

}  // namespace tfm
