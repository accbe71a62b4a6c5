#include "kernels/bfloat16_matrix.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <memory>

#include "kernels/bfloat16_block.h"
#include "kernels/bfloat16_rows.h"
#include "kernels/product_parts.h"

namespace tfm {
namespace {

constexpr int64_t kBfloat16BlockRows = 240;  // some panels of sums, and the rows, stay near the processor

}  // namespace

struct Bfloat16Matrix::RoundedRows {
  const uint32_t* pairs;
  int64_t stride;  // pairs
};

Bfloat16Matrix::Bfloat16Matrix(const at::Tensor& weight) : inner_(weight.size(1)), columns_(weight.size(0)) {
  const int64_t panels = divided_up(columns_, kBfloat16PanelColumns), groups = divided_up(inner_, kBfloat16Group);
  const auto padded = at::zeros({panels * kBfloat16PanelColumns, groups * kBfloat16Group}, at::kBFloat16);
  padded.narrow(0, 0, columns_).narrow(1, 0, inner_).copy_(weight);
  panels_ = padded.view({panels, kBfloat16PanelColumns, groups, kBfloat16Group}).transpose(1, 2).contiguous();
}

void Bfloat16Matrix::multiply(const LeftFactor& left, float* to, const ProductSteps& steps) const {
  TORCH_CHECK(!left.transposed, "pairs of a row's numbers are multiplied at a time");
  const int64_t groups = divided_up(inner_, kBfloat16Group);
  const auto pairs = std::make_unique_for_overwrite<uint32_t[]>(static_cast<std::size_t>(left.rows * groups));
  for (int64_t row = 0; row < left.rows; ++row) {
    round_to_bfloat16(left.data + row * left.stride, inner_, pairs.get() + row * groups);
  }
  const RoundedRows rounded{pairs.get(), groups};
  compute_in_parts({.rows = left.rows,
                    .inner = inner_,
                    .columns = columns_,
                    .block_rows = kBfloat16BlockRows,
                    .panel_columns = kBfloat16PanelColumns},
                   [&](const ProductPart& part) { multiply_part(rounded, to, steps, part); });
}

void Bfloat16Matrix::multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps,
                                   const ProductPart& part) const {
  float sums[kBfloat16TileRows * kBfloat16PanelColumns];
  const auto* panels = reinterpret_cast<const uint32_t*>(panels_.const_data_ptr());
  for (int64_t column = part.first_column; column < part.end_column; column += kBfloat16PanelColumns) {
    for (int64_t row = part.first_row; row < part.end_row; row += kBfloat16TileRows) {
      const int64_t rows = std::min(kBfloat16TileRows, part.end_row - row);
      compute({.a = left.pairs + row * left.stride,
               .a_row = left.stride,
               .b = panels + column * left.stride,
               .rows = rows,
               .groups = left.stride,
               .sums = sums});
      write_rows({.sums = sums,
                  .steps = steps.from(column),
                  .rows = rows,
                  .columns = std::min(kBfloat16PanelColumns, columns_ - column),
                  .to = to + row * columns_ + column,
                  .to_row = columns_});
    }
  }
}

}  // namespace tfm
