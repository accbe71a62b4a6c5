#include "kernels/packed_matrix.h"

#include <algorithm>
#include <memory>

#include "core/check.h"
#include "core/loop_threads.h"
#include "core/numbers.h"
#include "kernels/product_block.h"
#include "kernels/product_parts.h"

namespace tfm {
namespace {

// A block of the left factor fills half of the second-level cache, a panel of the right one most of the first-level
// cache (1 MiB and 32 or 48 KiB in AMD's processors with AVX-512).
constexpr int64_t kBlockRows = 40 * kTileRows, kBlockInner = 256;

}  // namespace

PackedMatrix::PackedMatrix(const RightMatrix& matrix, LargePages* pages)
    : inner_(matrix.inner), columns_(matrix.columns) {
  check(inner_ > 0, "a product needs something to sum over");
  const int64_t panels = divided_up(columns_, kPanelColumns), panel = inner_ * kPanelColumns;
  panels_ = pages != nullptr ? pages->take<float>(panels * panel) : numbers<float>(panels * panel);
  parallel_loop(0, panels, /*grain=*/8, [&](int64_t first, int64_t end) {
    const int64_t column = first * kPanelColumns, count = std::min(end * kPanelColumns, columns_) - column;
    float* to = panels_.get() + first * panel;
    if (matrix.transposed) {
      pack_panels_transposed(matrix.data + column * matrix.stride, matrix.stride, inner_, count, panel, to);
    } else {
      pack_panels(matrix.data + column, matrix.stride, inner_, count, panel, to);
    }
  });
}

void PackedMatrix::copy_column(int64_t column, float scale, float* to) const {
  const float* from = panels_.get() + column / kPanelColumns * inner_ * kPanelColumns;
  for (int64_t i = 0; i < inner_; ++i) to[i] = scale * from[i * kPanelColumns + column % kPanelColumns];
}

void PackedMatrix::multiply(const LeftFactor& left, float* to, const ProductSteps& steps) const {
  compute_in_parts({.rows = left.rows,
                    .inner = inner_,
                    .columns = columns_,
                    .block_rows = kBlockRows,
                    .panel_columns = kPanelColumns,
                    .least_work = 16'000},
                   [&](const ProductPart& part) { multiply_part(left, to, steps, part); });
}

void PackedMatrix::multiply_part(const LeftFactor& left, float* to, const ProductSteps& steps,
                                 const ProductPart& part) const {
  const int64_t rows = part.end_row - part.first_row;
  const auto tiles = std::make_unique_for_overwrite<float[]>(
      static_cast<std::size_t>(left.transposed ? divided_up(rows, kTileRows) * kTileRows * kBlockInner : 0));
  for (int64_t k = 0; k < inner_; k += kBlockInner) {
    const int64_t block_inner = std::min(kBlockInner, inner_ - k);
    const bool is_last = k + block_inner == inner_;
    auto last = steps.from(part.first_column);
    last.add = steps.add || k > 0;
    if (left.transposed) {
      pack_tiles_transposed(left.data + k * left.stride + part.first_row, left.stride, rows, block_inner, tiles.get());
    }
    compute({.a = left.transposed ? tiles.get() : left.data + part.first_row * left.stride + k,
             .a_row = left.stride,
             .a_is_packed = left.transposed,
             .b = panels_.get() + part.first_column * inner_ + k * kPanelColumns,
             .b_panel = inner_ * kPanelColumns,
             .c = to + part.first_row * columns_ + part.first_column,
             .c_row = columns_,
             .rows = rows,
             .inner = block_inner,
             .columns = part.end_column - part.first_column,
             .steps = is_last ? last : ProductSteps{.add = last.add}});
  }
}

}  // namespace tfm
