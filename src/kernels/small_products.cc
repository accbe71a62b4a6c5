#include "kernels/small_products.h"

#include "kernels/lanes.h"

namespace tfm {
namespace {

// Sums of `Rows` rows by `Vectors` vectors stay in registers while the inner dimension is gone through.
template <int Rows, int Vectors, bool Adds>
TFM_INLINE void compute_tile(const SmallProduct& p, int64_t row, int64_t column) {
  Lanes sums[Rows][Vectors];
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < Vectors; ++v) {
      sums[r][v] = Adds ? load(p.c + (row + r) * p.c_row + column + v * kLanes) : Lanes{};
    }
  }
  const float* a = p.a.data + row * p.a.row;
  const float* b = p.b + column;
  for (int64_t k = 0; k < p.inner; ++k, a += p.a.column, b += p.b_row) {
    for (int v = 0; v < Vectors; ++v) {
      const Lanes lanes = load(b + v * kLanes);
      for (int r = 0; r < Rows; ++r) sums[r][v] += a[r * p.a.row] * lanes;
    }
  }
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < Vectors; ++v) store(p.c + (row + r) * p.c_row + column + v * kLanes, sums[r][v]);
  }
}

template <int Rows, bool Adds>
TFM_INLINE void compute_rows(const SmallProduct& p, int64_t row) {
  int64_t column = 0;
  for (; column + 2 * kLanes <= p.columns; column += 2 * kLanes) compute_tile<Rows, 2, Adds>(p, row, column);
  if (column < p.columns) compute_tile<Rows, 1, Adds>(p, row, column);
}

template <bool Adds>
TFM_INLINE void compute(const SmallProduct& p) {
  int64_t row = 0;
  for (; row + 4 <= p.rows; row += 4) compute_rows<4, Adds>(p, row);
  if (row + 2 <= p.rows) {
    compute_rows<2, Adds>(p, row);
    row += 2;
  }
  if (row < p.rows) compute_rows<1, Adds>(p, row);
}

}  // namespace

TFM_CLONES void set_to_product(const SmallProduct& product) { compute<false>(product); }

TFM_CLONES void add_product(const SmallProduct& product) { compute<true>(product); }

}  // namespace tfm
