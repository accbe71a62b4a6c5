#include "kernels/int8_matrix.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/int8_block.h"
#include "kernels/int8_rows.h"
#include "kernels/product_parts.h"

namespace tfm {
namespace {

constexpr int64_t kInt8BlockRows = 240;  // some panels of sums, and the rows, stay near the processor
constexpr int64_t kRowsAtATime = 256;    // that are rounded: a large matrix isn't there three times over

}  // namespace

struct Int8Matrix::RoundedRows {
  const uint8_t* values;  // [rows, groups * 4]
  const float* scales;    // [rows]
  int64_t stride;
};

Int8Weights round_to_int8(const at::Tensor& weight) {
  Int8Weights rounded{at::empty(weight.sizes(), at::kChar), at::empty({weight.size(0)}, at::kFloat)};
  for (int64_t row = 0; row < weight.size(0); row += kRowsAtATime) {
    const int64_t rows = std::min(kRowsAtATime, weight.size(0) - row);
    const auto block = weight.narrow(0, row, rows), largest = std::get<0>(block.abs().max(1));
    const auto scales = at::where(largest > 0, largest / 127.0, at::ones_like(largest));
    rounded.values.narrow(0, row, rows).copy_((block / scales.unsqueeze(1)).round());
    rounded.scales.narrow(0, row, rows).copy_(scales);
  }
  return rounded;
}

Int8Matrix::Int8Matrix(const Int8Weights& weights) : inner_(weights.values.size(1)), columns_(weights.values.size(0)) {
  const int64_t panels = divided_up(columns_, kInt8PanelColumns), groups = divided_up(inner_, kInt8Group);
  panels_ = at::zeros({panels, groups, kInt8PanelColumns, kInt8Group}, at::kChar);
  scales_ = at::zeros({panels * kInt8PanelColumns}, at::kFloat);
  scales_.narrow(0, 0, columns_).copy_(weights.scales);
  offsets_ = at::zeros({panels * kInt8PanelColumns}, at::kInt);
  const auto* values = weights.values.const_data_ptr<int8_t>();
  auto* to = panels_.mutable_data_ptr<int8_t>();
  auto* offsets = offsets_.mutable_data_ptr<int32_t>();
  for (int64_t column = 0; column < columns_; ++column, values += inner_) {
    const int64_t panel = column / kInt8PanelColumns, place = column % kInt8PanelColumns;
    for (int64_t i = 0; i < inner_; ++i) {
      const int64_t group = panel * groups + i / kInt8Group;
      to[(group * kInt8PanelColumns + place) * kInt8Group + i % kInt8Group] = values[i];
      offsets[column] += values[i] * kInt8Offset;
    }
  }
}

void Int8Matrix::multiply(const LeftFactor& left, float* to, const ProductSteps& steps) const {
  TORCH_CHECK(!left.transposed, "rows are rounded, and a transposed factor has none");
  const int64_t stride = divided_up(inner_, kInt8Group) * kInt8Group;
  const auto values = std::make_unique_for_overwrite<uint8_t[]>(static_cast<std::size_t>(left.rows * stride));
  const auto scales = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(left.rows));
  for (int64_t row = 0; row < left.rows; ++row) {
    scales[static_cast<std::size_t>(row)] =
        round_row(left.data + row * left.stride, inner_, stride, values.get() + row * stride);
  }
  const RoundedRows rounded{values.get(), scales.get(), stride};
  compute_in_parts({.rows = left.rows,
                    .inner = inner_,
                    .columns = columns_,
                    .block_rows = kInt8BlockRows,
                    .panel_columns = kInt8PanelColumns},
                   [&](const ProductPart& part) { multiply_part(rounded, to, steps, part); });
}

void Int8Matrix::multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps,
                               const ProductPart& part) const {
  int32_t sums[kInt8TileRows * kInt8PanelColumns];
  const int64_t groups = left.stride / kInt8Group;
  for (int64_t column = part.first_column; column < part.end_column; column += kInt8PanelColumns) {
    const int8_t* panel = panels_.const_data_ptr<int8_t>() + column * left.stride;
    const int64_t count = std::min(kInt8PanelColumns, columns_ - column);
    for (int64_t row = part.first_row; row < part.end_row; row += kInt8TileRows) {
      const int64_t rows = std::min(kInt8TileRows, part.end_row - row);
      compute({.a = left.values + row * left.stride,
               .a_row = left.stride,
               .b = panel,
               .rows = rows,
               .groups = groups,
               .sums = sums});
      write_rows({.sums = sums,
                  .offsets = offsets_.const_data_ptr<int32_t>() + column,
                  .column_scales = scales_.const_data_ptr<float>() + column,
                  .row_scales = left.scales + row,
                  .steps = steps.from(column),
                  .rows = rows,
                  .columns = count,
                  .to = to + row * columns_ + column,
                  .to_row = columns_});
    }
  }
}

}  // namespace tfm
