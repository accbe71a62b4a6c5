#include "kernels/bfloat16_matrix.h"

#include <algorithm>
#include <memory>

#include "core/check.h"
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

Bfloat16Matrix::Bfloat16Matrix(const float* weight, int64_t to, int64_t from, LargePages& pages)
    : inner_(from), columns_(to) {
  const int64_t panels = divided_up(columns_, kBfloat16PanelColumns);
  const int64_t panel = divided_up(inner_, kBfloat16Group) * kBfloat16Group * kBfloat16PanelColumns;
  panels_ = pages.take<Bfloat16>(panels * panel);
  std::fill_n(panels_.get(), panels * panel, Bfloat16(0.0F));
  for (int64_t column = 0; column < columns_; ++column, weight += inner_) {
    for (int64_t i = 0; i < inner_; ++i) panels_[place(column, i)] = Bfloat16(weight[i]);
  }
}

std::ptrdiff_t Bfloat16Matrix::place(int64_t column, int64_t i) const {
  const int64_t groups = divided_up(inner_, kBfloat16Group);
  const int64_t row = column / kBfloat16PanelColumns * groups + i / kBfloat16Group;
  return (row * kBfloat16PanelColumns + column % kBfloat16PanelColumns) * kBfloat16Group + i % kBfloat16Group;
}

void Bfloat16Matrix::copy_column(int64_t column, float scale, float* to) const {
  for (int64_t i = 0; i < inner_; ++i) to[i] = scale * static_cast<float>(panels_[place(column, i)]);
}

void Bfloat16Matrix::multiply(const LeftFactor& left, float* to, const ProductSteps& steps) const {
  check(!left.transposed, "pairs of a row's numbers are multiplied at a time");
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
                    .panel_columns = kBfloat16PanelColumns,
                    .least_work = 24'000},
                   [&](const ProductPart& part) { multiply_part(rounded, to, steps, part); });
}

void Bfloat16Matrix::multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps,
                                   const ProductPart& part) const {
  float sums[kBfloat16TileRows * kBfloat16PanelColumns];
  const auto* panels = reinterpret_cast<const uint32_t*>(panels_.get());
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
