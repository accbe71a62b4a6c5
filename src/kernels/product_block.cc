#include "kernels/product_block.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "kernels/lanes.h"

namespace tfm {
namespace {

template <typename Vector>
constexpr int64_t kWidth = sizeof(Vector) / sizeof(float);

template <typename Vector>
TFM_INLINE Vector load_vector(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

struct ProductTile {
  const float* a;
  const float* b;
  float* c;
  ProductSteps steps;
  int64_t columns;  // behind b's first that are the product's
};

// Of fewer columns than the sums are wide.
template <typename Vector>
TFM_INLINE void finish_some(const Vector& sums, const ProductSteps& steps, float* c, int64_t count) {
  float values[kWidth<Vector>];
  std::memcpy(values, &sums, sizeof sums);
  for (int64_t i = 0; i < std::min(count, kWidth<Vector>); ++i) finish(values[i], steps.from(i), c + i);
}

// `Step`: how far apart the numbers of a row of `a` stand.
template <typename Vector, int Rows, int Step>
TFM_INLINE void compute_tile(const ProductBlock& block, const ProductTile& tile) {
  Vector sums[Rows][2];
  const float* a[Rows];
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r) {
    sums[r][0] = sums[r][1] = Vector{};
    a[r] = tile.a + r * (Step == 1 ? block.a_row : 1);
  }
  const float* b = tile.b;
  for (int64_t k = 0; k < block.inner; ++k, b += kPanelColumns) {
    const auto low = load_vector<Vector>(b), high = load_vector<Vector>(b + kWidth<Vector>);
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r) {
      const float x = a[r][k * Step];
      sums[r][0] += x * low;
      sums[r][1] += x * high;
    }
  }
  constexpr int64_t kNext = kWidth<Vector>;
  const auto next_steps = tile.steps.from(kNext);
  if (tile.columns >= 2 * kNext) {
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r) {
      float* c = tile.c + r * block.c_row;
      finish(sums[r][0], tile.steps, c);
      finish(sums[r][1], next_steps, c + kNext);
    }
  } else {
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r) {
      float* c = tile.c + r * block.c_row;
      finish_some(sums[r][0], tile.steps, c, tile.columns);
      finish_some(sums[r][1], next_steps, c + kNext, tile.columns - kNext);
    }
  }
}

// One row by whole panels: as many streams of `b` at a time, each with sums of its own, keep the memory busy. Where
// `Chosen`, only these places of the inner dimension are gone through, the row being zero at all others: the numbers
// are those of compute_tile, and what they would have been multiplied with is not read.
template <typename Vector, int Panels, bool Chosen>
TFM_INLINE void compute_row(const ProductBlock& block, const ProductTile& tile, std::span<const int32_t> chosen) {
  constexpr int kVectors = kPanelColumns / kWidth<Vector>;
  Vector sums[Panels * kVectors] = {};
  const int64_t count = Chosen ? std::ssize(chosen) : block.inner;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t k = Chosen ? chosen[static_cast<std::size_t>(i)] : i;
    const float x = tile.a[k];
    const float* b = tile.b + k * kPanelColumns;
#pragma GCC unroll 8
    for (int v = 0; v < Panels * kVectors; ++v) {
      sums[v] += x * load_vector<Vector>(b + v / kVectors * block.b_panel + v % kVectors * kWidth<Vector>);
    }
  }
#pragma GCC unroll 8
  for (int v = 0; v < Panels * kVectors; ++v) {
    const int64_t column = v * kWidth<Vector>;
    if (tile.columns >= column + kWidth<Vector>) {
      finish(sums[v], tile.steps.from(column), tile.c + column);
    } else {
      finish_some(sums[v], tile.steps.from(column), tile.c + column, std::max<int64_t>(0, tile.columns - column));
    }
  }
}

using ComputeTile = void (*)(const ProductBlock&, const ProductTile&);
using ComputeRow = void (*)(const ProductBlock&, const ProductTile&, std::span<const int32_t> chosen);

// Code for a single row, of `panels` panels at a time and of one; null: there is none.
struct RowKernel {
  int64_t panels;
  ComputeRow all, some, some_of_one_panel;
};

template <int Rows, int Step>
void plain_tile(const ProductBlock& block, const ProductTile& tile) {
  compute_tile<Lanes, Rows, Step>(block, tile);
}
#if TFM_HAS_NEWER_CODE
template <int Rows, int Step>
TFM_AVX2_CODE void avx2_tile(const ProductBlock& block, const ProductTile& tile) {
  compute_tile<Lanes, Rows, Step>(block, tile);
}
template <int Rows, int Step>
TFM_AVX512_CODE void avx512_tile(const ProductBlock& block, const ProductTile& tile) {
  compute_tile<WideLanes, Rows, Step>(block, tile);
}
template <int Panels, bool Chosen>
TFM_AVX2_CODE void avx2_row(const ProductBlock& block, const ProductTile& tile, std::span<const int32_t> chosen) {
  compute_row<Lanes, Panels, Chosen>(block, tile, chosen);
}
template <int Panels, bool Chosen>
TFM_AVX512_CODE void avx512_row(const ProductBlock& block, const ProductTile& tile, std::span<const int32_t> chosen) {
  compute_row<WideLanes, Panels, Chosen>(block, tile, chosen);
}
#endif

// Of one instruction set. `from_rows` and `from_packed` have the code for 1, 2, ... rows, of either form of `a`.
struct TileKernel {
  int64_t rows, columns;
  ComputeTile from_rows[kTileRows], from_packed[kTileRows];
};

#define TFM_TILES_6(tile, step) tile<1, step>, tile<2, step>, tile<3, step>, tile<4, step>, tile<5, step>, tile<6, step>
#define TFM_TILES_12(tile, step) \
  TFM_TILES_6(tile, step), tile<7, step>, tile<8, step>, tile<9, step>, tile<10, step>, tile<11, step>, tile<12, step>

const TileKernel& tile_kernel(InstructionSet set) {
  static const TileKernel plain{6, 2 * kLanes, {TFM_TILES_6(plain_tile, 1)}, {TFM_TILES_6(plain_tile, kTileRows)}};
#if TFM_HAS_NEWER_CODE
  static const TileKernel avx2{6, 2 * kLanes, {TFM_TILES_6(avx2_tile, 1)}, {TFM_TILES_6(avx2_tile, kTileRows)}};
  static const TileKernel avx512{
      12, 2 * kWidth<WideLanes>, {TFM_TILES_12(avx512_tile, 1)}, {TFM_TILES_12(avx512_tile, kTileRows)}};
  if (set == InstructionSet::kAvx512) return avx512;
  if (set == InstructionSet::kAvx2) return avx2;
#endif
  return plain;
}

#undef TFM_TILES_6
#undef TFM_TILES_12

// The columns that a tile's sums are wide, or what is left of them, of all rows: they stay nearest to the processor
// while the rows go by.
void compute_columns(const TileKernel& kernel, const ProductBlock& block, const ProductTile& first) {
  const int64_t tiles = (block.rows + kernel.rows - 1) / kernel.rows;
  for (int64_t i = 0, row = 0; i < tiles; ++i) {
    // Rows that are packed stand in groups; others are divided into tiles of like size.
    const int64_t rows = block.a_is_packed ? std::min(kernel.rows, block.rows - row) : (block.rows - row) / (tiles - i);
    auto tile = first;
    tile.a += block.a_is_packed ? row / kTileRows * kTileRows * block.inner + row % kTileRows : row * block.a_row;
    tile.c += row * block.c_row;
    (block.a_is_packed ? kernel.from_packed : kernel.from_rows)[rows - 1](block, tile);
    row += rows;
  }
}

const RowKernel& row_kernel(InstructionSet set) {
  static const RowKernel none{1, nullptr, nullptr, nullptr};
#if TFM_HAS_NEWER_CODE
  static const RowKernel avx2{2, avx2_row<2, false>, avx2_row<2, true>, avx2_row<1, true>};
  static const RowKernel avx512{4, avx512_row<4, false>, avx512_row<4, true>, avx512_row<1, true>};
  if (set == InstructionSet::kAvx512) return avx512;
  if (set == InstructionSet::kAvx2) return avx2;
#endif
  return none;
}

// Where the row isn't zero: behind a ReLU, it mostly is. At most kMostPlaces of a block are looked at.
constexpr int64_t kMostPlaces = 1024;
std::span<const int32_t> places_in_use(const float* row, int64_t inner, std::span<int32_t> room) {
  std::size_t count = 0;
  for (int64_t k = 0; k < inner; ++k) {
    room[count] = static_cast<int32_t>(k);
    count += row[k] != 0.0F ? 1 : 0;
  }
  return room.first(count);
}

// A block of one row, where there is code for it. Returns how many of the columns it has done.
int64_t compute_single_row(const ProductBlock& block, InstructionSet set) {
  const RowKernel& kernel = row_kernel(set);
  if (block.rows > 1 || block.a_is_packed || block.inner > kMostPlaces || kernel.all == nullptr) return 0;
  int32_t room[kMostPlaces];
  const auto chosen = places_in_use(block.a, block.inner, room);
  const bool is_sparse = 4 * std::ssize(chosen) < 3 * block.inner;
  int64_t column = 0;
  const auto do_panels = [&](ComputeRow compute_them, int64_t panels) {
    compute_them(block,
                 {.a = block.a,
                  .b = block.b + column / kPanelColumns * block.b_panel,
                  .c = block.c + column,
                  .steps = block.steps.from(column),
                  .columns = block.columns - column},
                 chosen);
    column += panels * kPanelColumns;
  };
  while (column + kernel.panels * kPanelColumns <= block.columns) {
    do_panels(is_sparse ? kernel.some : kernel.all, kernel.panels);
  }
  while (is_sparse && column < block.columns) do_panels(kernel.some_of_one_panel, 1);
  return column;
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

void compute(const ProductBlock& block, InstructionSet set) {
  const TileKernel& kernel = tile_kernel(set);
  for (int64_t column = compute_single_row(block, set); column < block.columns; column += kernel.columns) {
    const float* panel = block.b + column / kPanelColumns * block.b_panel;
    compute_columns(kernel, block,
                    {.a = block.a,
                     .b = panel + column % kPanelColumns,
                     .c = block.c + column,
                     .steps = block.steps.from(column),
                     .columns = block.columns - column});
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
        std::memcpy(packed, row, kPanelColumns * sizeof(float));
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
      for (int64_t part = 0; part < kPanelColumns; part += kLanes) {
        transpose_eight(rows + part * stride + k, stride, to + k * kPanelColumns + part, kPanelColumns);
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
    for (int64_t r = 0; r < whole; r += kTileRows) std::memcpy(packed + r * inner, row + r, kTileRows * sizeof(float));
    std::copy_n(row + whole, rows - whole, packed + whole * inner);
  }
}

}  // namespace tfm
