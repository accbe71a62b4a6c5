#include "operations/matrix_product.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "kernels/element_rows.h"
#include "kernels/instruction_sets.h"
#include "operations/typed.h"

namespace tfm {
namespace {

using at::Tensor;

constexpr int64_t kLeastRows = 96;  // with fewer, making the right factor ready costs more than it saves

bool multiplies_itself(const Tensor& matrix, int64_t rows) {
  static const bool mkl_is_slower = is_amd_processor() && best_instruction_set() == InstructionSet::kAvx512;
  return mkl_is_slower && matrix.is_cpu() && matrix.scalar_type() == at::kFloat && rows >= kLeastRows &&
         matrix.size(0) > 0 && (matrix.stride(0) == 1 || matrix.stride(1) == 1);
}

LeftFactor left_factor(const Tensor& left) {
  const bool transposed = left.stride(0) == 1 && left.size(0) > 1;
  return {.data = left.const_data_ptr<float>(),
          .rows = left.size(0),
          .stride = transposed ? left.stride(1) : left.stride(0),
          .transposed = transposed};
}

RightMatrix right_matrix(const Tensor& right) {
  const bool transposed = right.stride(0) == 1 && right.size(0) > 1;
  TORCH_CHECK(transposed || right.stride(1) == 1, "rows or columns must be contiguous");
  return {.data = right.const_data_ptr<float>(),
          .inner = right.size(0),
          .columns = right.size(1),
          .stride = transposed ? right.stride(1) : right.stride(0),
          .transposed = transposed};
}

// c += bias, c = max(0, c)
void finish(const Tensor& c, const ProductEnd& end) {
  if (!end.bias.defined() && !end.relu) return;
  with_type_of(c, [&](auto zero) {
    using T = decltype(zero);
    const int64_t columns = c.size(1);
    at::parallel_for(0, c.size(0), /*grain_size=*/64, [&](int64_t first, int64_t last) {
      add_bias(Matrix<T>{mutable_numbers_of<T>(c) + first * columns, last - first, columns},
               end.bias.defined() ? numbers_of<T>(end.bias) : nullptr, end.relu);
    });
  });
}

}  // namespace

RightFactor::RightFactor(const Tensor& matrix, int64_t rows) : matrix_(matrix) {
  if (multiplies_itself(matrix, rows)) packed_.emplace(right_matrix(matrix));
}

void RightFactor::multiply(const Tensor& left, Tensor& to, const ProductEnd& end) const {
  if (packed_) {
    return packed_->multiply(
        left_factor(left), to.mutable_data_ptr<float>(),
        {.add = end.add, .bias = end.bias.defined() ? end.bias.const_data_ptr<float>() : nullptr, .relu = end.relu});
  }
  if (end.add) {
    to.addmm_(left, matrix_);
  } else {
    at::mm_out(to, left, matrix_);
  }
  finish(to, end);
}

Tensor product(const Tensor& left, const Tensor& right, const ProductEnd& end) {
  auto to = at::empty({left.size(0), right.size(1)}, left.options());
  RightFactor(right, left.size(0)).multiply(left, to, end);
  return to;
}

}  // namespace tfm
