#include "kernels/int8_matrix.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/check.h"
#include "core/loop_threads.h"
#include "core/numbers.h"
#include "kernels/int8_block.h"
#include "kernels/int8_rows.h"
#include "kernels/product_parts.h"

namespace tfm {
namespace {

constexpr int64_t kInt8BlockRows = 240;  // some panels of sums, and the rows, stay near the processor
constexpr int64_t kRowsOfTask = 64;      // whose rounding is worth a thread

}  // namespace

struct Int8Matrix::RoundedRows {
  const uint8_t* values;  // [rows, groups * 4]
  const float* scales;    // [rows]
  int64_t stride;
};

Int8Weights round_to_int8(const float* weight, int64_t to, int64_t from) {
  Int8Weights rounded{.to = to, .from = from};
  rounded.values.resize(static_cast<std::size_t>(to * from));
  rounded.scales.resize(static_cast<std::size_t>(to));
  parallel_loop(0, to, kRowsOfTask, [&](int64_t first, int64_t end) {
    for (int64_t row = first; row < end; ++row) {
      const float* w = weight + row * from;
      float largest = 0.0F;
      for (int64_t i = 0; i < from; ++i) largest = std::max(largest, std::abs(w[i]));
      const float scale = largest > 0.0F ? largest / 127.0F : 1.0F;
      for (int64_t i = 0; i < from; ++i) {
        rounded.values[static_cast<std::size_t>(row * from + i)] = static_cast<int8_t>(std::nearbyint(w[i] / scale));
      }
      rounded.scales[static_cast<std::size_t>(row)] = scale;
    }
  });
  return rounded;
}

Int8Matrix::Int8Matrix(const Int8Weights& weights, LargePages& pages) : inner_(weights.from), columns_(weights.to) {
  const int64_t panels = divided_up(columns_, kInt8PanelColumns);
  const int64_t panel = divided_up(inner_, kInt8Group) * kInt8Group * kInt8PanelColumns;
  panels_ = pages.take<int8_t>(panels * panel);
  scales_ = numbers<float>(panels * kInt8PanelColumns);
  offsets_ = numbers<int32_t>(panels * kInt8PanelColumns);
  std::fill_n(panels_.get(), panels * panel, int8_t{0});
  std::fill_n(scales_.get(), panels * kInt8PanelColumns, 0.0F);
  std::fill_n(offsets_.get(), panels * kInt8PanelColumns, 0);
  std::ranges::copy(weights.scales, scales_.get());
  auto value = weights.values.begin();
  for (int64_t column = 0; column < columns_; ++column) {
    for (int64_t i = 0; i < inner_; ++i, ++value) {
      panels_[place(column, i)] = *value;
      offsets_[column] += *value * kInt8Offset;
    }
  }
}

std::ptrdiff_t Int8Matrix::place(int64_t column, int64_t i) const {
  const int64_t groups = divided_up(inner_, kInt8Group);
  const int64_t row = column / kInt8PanelColumns * groups + i / kInt8Group;
  return (row * kInt8PanelColumns + column % kInt8PanelColumns) * kInt8Group + i % kInt8Group;
}

void Int8Matrix::copy_column(int64_t column, float scale, float* to) const {
  const float of_column = scales_[column];
  for (int64_t i = 0; i < inner_; ++i) to[i] = scale * (static_cast<float>(panels_[place(column, i)]) * of_column);
}

void Int8Matrix::multiply(const LeftFactor& left, float* to, const ProductSteps& steps) const {
  check(!left.transposed, "rows are rounded, and a transposed factor has none");
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
                    .panel_columns = kInt8PanelColumns,
                    .least_work = 40'000},
                   [&](const ProductPart& part) { multiply_part(rounded, to, steps, part); });
}

void Int8Matrix::multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps,
                               const ProductPart& part) const {
  int32_t sums[kInt8TileRows * kInt8PanelColumns];
  const int64_t groups = left.stride / kInt8Group;
  for (int64_t column = part.first_column; column < part.end_column; column += kInt8PanelColumns) {
    const int8_t* panel = panels_.get() + column * left.stride;
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
                  .offsets = offsets_.get() + column,
                  .column_scales = scales_.get() + column,
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
