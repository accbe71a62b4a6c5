#include "kernels/product_block.h"

#include <algorithm>

#include "kernels/lanes.h"

namespace tfm {
namespace {

constexpr int64_t kHalves = kPanelColumns / kLanes;

struct ProductTile {
  const float* a;
  const float* b;
  float* c;
  const float* bias;
  int64_t columns;  // of the panel that are the product's
};

TFM_INLINE Lanes finished(Lanes sum, const ProductBlock& block, const float* bias, int64_t count) {
  if (bias != nullptr) sum += count == kLanes ? load(bias) : load_some(bias, count);
  return block.relu ? larger(sum, Lanes{}) : sum;
}

TFM_INLINE void write(const Lanes& product, const ProductBlock& block, float* c, const float* bias, int64_t count) {
  if (count >= kLanes) {
    store(c, finished(block.add ? product + load(c) : product, block, bias, kLanes));
  } else if (count > 0) {
    store_some(c, finished(block.add ? product + load_some(c, count) : product, block, bias, count), count);
  }
}

// `Step`: how far apart the numbers of a row of `a` stand.
template <int Rows, int Step>
TFM_INLINE void compute_tile(const ProductBlock& block, const ProductTile& tile) {
  Lanes sums[Rows][kHalves];
  const float* a[Rows];
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r) {
    sums[r][0] = sums[r][1] = Lanes{};
    a[r] = tile.a + r * (Step == 1 ? block.a_row : 1);
  }
  const float* b = tile.b;
  for (int64_t k = 0; k < block.inner; ++k, b += kPanelColumns) {
    const Lanes low = load(b), high = load(b + kLanes);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) {
      const Lanes x = all_lanes(a[r][k * Step]);
      sums[r][0] += x * low;
      sums[r][1] += x * high;
    }
  }
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r) {
    float* c = tile.c + r * block.c_row;
    write(sums[r][0], block, c, tile.bias, tile.columns);
    write(sums[r][1], block, c + kLanes, tile.bias == nullptr ? nullptr : tile.bias + kLanes, tile.columns - kLanes);
  }
}

template <int Step>
TFM_INLINE void compute_last_rows(const ProductBlock& block, const ProductTile& tile, int64_t rows) {
  switch (rows) {
    case 5:
      return compute_tile<5, Step>(block, tile);
    case 4:
      return compute_tile<4, Step>(block, tile);
    case 3:
      return compute_tile<3, Step>(block, tile);
    case 2:
      return compute_tile<2, Step>(block, tile);
    case 1:
      return compute_tile<1, Step>(block, tile);
    default:
      return;
  }
}

// A panel stays nearest to the processor while the rows go by.
template <int Step>
TFM_INLINE void compute_panels(const ProductBlock& block) {
  const int64_t whole = block.rows / kTileRows * kTileRows;
  for (int64_t column = 0; column < block.columns; column += kPanelColumns) {
    ProductTile tile{block.a, block.b + column / kPanelColumns * block.b_panel, block.c + column,
                     block.bias == nullptr ? nullptr : block.bias + column,
                     std::min(kPanelColumns, block.columns - column)};
    for (int64_t row = 0; row < whole; row += kTileRows) {
      compute_tile<kTileRows, Step>(block, tile);
      tile.a += kTileRows * (Step == 1 ? block.a_row : block.inner);
      tile.c += kTileRows * block.c_row;
    }
    compute_last_rows<Step>(block, tile, block.rows - whole);
  }
}

// to[c * to_stride + r] = from[r * stride + c] for eight rows and eight columns
TFM_INLINE void transpose_eight(const float* from, int64_t stride, float* to, int64_t to_stride) {
  float square[kLanes][kLanes];
  for (int64_t r = 0; r < kLanes; ++r) store(square[r], load(from + r * stride));
  for (int64_t c = 0; c < kLanes; ++c) {
    for (int64_t r = 0; r < kLanes; ++r) to[c * to_stride + r] = square[r][c];
  }
}

}  // namespace

TFM_CLONES void compute(const ProductBlock& block) {
  if (block.a_is_packed) {
    compute_panels<kTileRows>(block);
  } else {
    compute_panels<1>(block);
  }
}

TFM_CLONES void pack_panels(const float* from, int64_t stride, int64_t inner, int64_t columns, int64_t panel,
                            float* to) {
  for (int64_t column = 0; column < columns; column += kPanelColumns, to += panel) {
    const int64_t width = std::min(kPanelColumns, columns - column);
    for (int64_t k = 0; k < inner; ++k) {
      const float* row = from + k * stride + column;
      float* packed = to + k * kPanelColumns;
      if (width == kPanelColumns) {
        store(packed, load(row));
        store(packed + kLanes, load(row + kLanes));
      } else {
        std::fill(std::copy_n(row, width, packed), packed + kPanelColumns, 0.0F);
      }
    }
  }
}

TFM_CLONES void pack_panels_transposed(const float* from, int64_t stride, int64_t inner, int64_t columns, int64_t panel,
                                       float* to) {
  for (int64_t column = 0; column < columns; column += kPanelColumns, to += panel) {
    const int64_t width = std::min(kPanelColumns, columns - column);
    const float* rows = from + column * stride;
    int64_t k = 0;
    for (; width == kPanelColumns && k + kLanes <= inner; k += kLanes) {
      for (int64_t half = 0; half < kPanelColumns; half += kLanes) {
        transpose_eight(rows + half * stride + k, stride, to + k * kPanelColumns + half, kPanelColumns);
      }
    }
    for (; k < inner; ++k) {
      float* packed = to + k * kPanelColumns;
      for (int64_t c = 0; c < kPanelColumns; ++c) packed[c] = c < width ? rows[c * stride + k] : 0.0F;
    }
  }
}

TFM_CLONES void pack_tiles_transposed(const float* from, int64_t stride, int64_t rows, int64_t inner, float* to) {
  const int64_t whole = rows / kTileRows * kTileRows;
  for (int64_t k = 0; k < inner; ++k) {
    const float* row = from + k * stride;
    float* packed = to + k * kTileRows;
    for (int64_t r = 0; r < whole; r += kTileRows) std::copy_n(row + r, kTileRows, packed + r * inner);
    std::copy_n(row + whole, rows - whole, packed + whole * inner);
  }
}

}  // namespace tfm
