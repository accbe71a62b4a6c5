// Products of matrices. LibTorch's library for float32 (MKL) doesn't use AVX-512 on AMD's processors, which leaves half
// of their speed: there we multiply ourselves, in blocks that fit the processor's caches (Goto and van de Geijn 2008,
// "Anatomy of High-Performance Matrix Multiplication"). Everywhere else these functions are LibTorch's.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

#include "kernels/packed_matrix.h"

namespace tfm {

// What becomes of a product's sums: max(0, sum + bias), or a part of it.
struct ProductEnd {
  at::Tensor bias{};  // [columns], or undefined
  bool relu = false;
  bool add = false;  // the product is added to what is there
};

// The right factor of one product or of several, which it is made ready for once. [inner, columns]
class RightFactor {
 public:
  // `rows`: about how many rows its products will have together.
  RightFactor(const at::Tensor& matrix, int64_t rows);

  // to = left right, where `left` is [rows, inner] and `to` [rows, columns], of the same type, contiguous. `left` and
  // the factor itself may be transposed views of contiguous matrices.
  void multiply(const at::Tensor& left, at::Tensor& to, const ProductEnd& end = {}) const;

  // Whether we multiply ourselves.
  bool is_packed() const { return packed_.has_value(); }

 private:
  at::Tensor matrix_;
  std::optional<PackedMatrix> packed_;
};

// left right: [rows, inner] x [inner, columns] -> [rows, columns]
at::Tensor product(const at::Tensor& left, const at::Tensor& right, const ProductEnd& end = {});

}  // namespace tfm
