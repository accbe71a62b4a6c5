// How threads divide a product of matrices among them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/loop_threads.h"

namespace tfm {

struct ProductPart {
  int64_t first_row, end_row, first_column, end_column;
};

constexpr int64_t divided_up(int64_t count, int64_t size) { return (count + size - 1) / size; }

struct PartedProduct {
  int64_t rows, inner, columns;
  int64_t block_rows;     // of a part, at most
  int64_t panel_columns;  // parts begin at multiples of it
  int64_t least_work;     // multiplications that are worth a thread
};

// Calls compute(part) for parts that together are the product. Where there are few rows, the threads divide its
// columns.
template <typename Compute>
void compute_in_parts(const PartedProduct& product, const Compute& compute) {
  const int64_t blocks = divided_up(product.rows, product.block_rows);
  const int64_t work = product.rows * product.inner * product.columns;
  const int64_t threads = in_parallel_loop() ? 1 : std::clamp<int64_t>(work / product.least_work, 1, loop_threads());
  const int64_t panels = divided_up(product.columns, product.panel_columns);
  const int64_t groups = blocks >= threads ? 1 : std::min(threads, panels);
  const int64_t columns = divided_up(panels, groups) * product.panel_columns;
  const auto compute_some = [&](int64_t first, int64_t end) {
    for (int64_t i = first; i < end; ++i) {
      const int64_t row = i / groups * product.block_rows, column = i % groups * columns;
      if (column >= product.columns) continue;
      compute(ProductPart{row, std::min(row + product.block_rows, product.rows), column,
                          std::min(column + columns, product.columns)});
    }
  };
  if (threads == 1) return compute_some(0, blocks * groups);
  parallel_loop(0, blocks * groups, /*grain=*/1, compute_some);
}

}  // namespace tfm
