#include "kernels/matrix_product.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <memory>

#include "kernels/element_rows.h"
#include "kernels/instruction_sets.h"
#include "kernels/product_block.h"
#include "kernels/typed.h"

namespace tfm {
namespace {

using at::Tensor;

// A block of the left factor fills half of the second-level cache, a panel of the right one most of the first-level
// cache (1 MiB and 32 or 48 KiB in AMD's processors with AVX-512).
constexpr int64_t kBlockRows = 40 * kTileRows, kBlockInner = 256;
constexpr int64_t kLeastRows = 96;  // with fewer, making the right factor ready costs more than it saves

bool is_transposed(const Tensor& matrix) { return matrix.stride(0) == 1 && matrix.size(0) > 1; }
int64_t row_stride(const Tensor& matrix) { return is_transposed(matrix) ? matrix.stride(1) : matrix.stride(0); }

bool multiplies_itself(const Tensor& matrix, int64_t rows) {
  static const bool mkl_is_slower = is_amd_processor() && best_instruction_set() == InstructionSet::kAvx512;
  return mkl_is_slower && matrix.is_cpu() && matrix.scalar_type() == at::kFloat && rows >= kLeastRows &&
         matrix.size(0) > 0 && (matrix.stride(0) == 1 || matrix.stride(1) == 1);
}

Tensor packed(const Tensor& matrix) {
  const int64_t inner = matrix.size(0), columns = matrix.size(1), panel = inner * kPanelColumns;
  const int64_t panels = (columns + kPanelColumns - 1) / kPanelColumns;
  auto result = at::empty({panels, panel}, matrix.options());
  const float* from = matrix.const_data_ptr<float>();
  const int64_t stride = row_stride(matrix);
  at::parallel_for(0, panels, /*grain_size=*/8, [&](int64_t first, int64_t end) {
    const int64_t column = first * kPanelColumns, count = std::min(end * kPanelColumns, columns) - column;
    float* to = result.mutable_data_ptr<float>() + first * panel;
    if (is_transposed(matrix)) {
      pack_panels_transposed(from + column * stride, stride, inner, count, panel, to);
    } else {
      pack_panels(from + column, stride, inner, count, panel, to);
    }
  });
  return result;
}

// c += bias, c = max(0, c)
void finish(const Tensor& c, const ProductEnd& end) {
  if (!end.bias.defined() && !end.relu) return;
  with_type_of(c, [&](auto zero) {
    using T = decltype(zero);
    const int64_t columns = c.size(1);
    at::parallel_for(0, c.size(0), /*grain_size=*/64, [&](int64_t first, int64_t last) {
      add_bias(Matrix<T>{c.mutable_data_ptr<T>() + first * columns, last - first, columns},
               end.bias.defined() ? end.bias.const_data_ptr<T>() : nullptr, end.relu);
    });
  });
}

}  // namespace

RightFactor::RightFactor(const Tensor& matrix, int64_t rows)
    : matrix_(matrix), panels_(multiplies_itself(matrix, rows) ? packed(matrix) : Tensor()) {}

void RightFactor::multiply(const Tensor& left, Tensor& to, const ProductEnd& end) const {
  if (panels_.defined()) return multiply_packed(left, to, end);
  if (end.add) {
    to.addmm_(left, matrix_);
  } else {
    at::mm_out(to, left, matrix_);
  }
  finish(to, end);
}

void RightFactor::multiply_packed(const Tensor& left, Tensor& to, const ProductEnd& end) const {
  const int64_t rows = left.size(0), inner = left.size(1), columns = to.size(1), stride = row_stride(left);
  const bool transposed = is_transposed(left);
  const float* a = left.const_data_ptr<float>();
  at::parallel_for(0, (rows + kBlockRows - 1) / kBlockRows, /*grain_size=*/1, [&](int64_t first, int64_t last) {
    const auto tiles = std::make_unique_for_overwrite<float[]>(transposed ? kBlockRows * kBlockInner : 0);
    for (int64_t row = first * kBlockRows; row < std::min(last * kBlockRows, rows); row += kBlockRows) {
      const int64_t block_rows = std::min(kBlockRows, rows - row);
      for (int64_t k = 0; k < inner; k += kBlockInner) {
        const int64_t block_inner = std::min(kBlockInner, inner - k);
        const bool is_last = k + block_inner == inner;
        if (transposed) pack_tiles_transposed(a + k * stride + row, stride, block_rows, block_inner, tiles.get());
        compute({.a = transposed ? tiles.get() : a + row * stride + k,
                 .a_row = stride,
                 .a_is_packed = transposed,
                 .b = panels_.const_data_ptr<float>() + k * kPanelColumns,
                 .b_panel = inner * kPanelColumns,
                 .c = to.mutable_data_ptr<float>() + row * columns,
                 .c_row = columns,
                 .rows = block_rows,
                 .inner = block_inner,
                 .columns = columns,
                 .add = end.add || k > 0,
                 .bias = is_last && end.bias.defined() ? end.bias.const_data_ptr<float>() : nullptr,
                 .relu = is_last && end.relu});
      }
    }
  });
}

Tensor product(const Tensor& left, const Tensor& right, const ProductEnd& end) {
  auto to = at::empty({left.size(0), right.size(1)}, left.options());
  RightFactor(right, left.size(0)).multiply(left, to, end);
  return to;
}

}  // namespace tfm
