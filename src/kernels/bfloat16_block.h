// A block of a product of bfloat16 with sums in float32: the innermost loops of bfloat16_matrix.h.
#pragma once

#include <cstdint>

namespace tfm {

enum class Bfloat16Code { kPlain, kAvx2, kAvx512, kAvx512Bf16 };
// The best that the processor has and there is code for.
Bfloat16Code best_bfloat16_code();
bool has_bfloat16_code(Bfloat16Code code);

inline constexpr int64_t kBfloat16PanelColumns = 32;
inline constexpr int64_t kBfloat16Group = 2;      // numbers of the inner dimension that stand side by side
inline constexpr int64_t kBfloat16TileRows = 12;  // of a call, at most

// sums[row * 32 + column] = sum over k of a[row, k] * b[k, column], for one panel of columns. Numbers are bfloat16's
// bits, two in each element: the lower half is the first.
struct Bfloat16Tile {
  const uint32_t* a;  // rows `a_row` elements apart
  int64_t a_row;
  const uint32_t* b;  // [groups, 32]
  int64_t rows;       // 1 .. kBfloat16TileRows
  int64_t groups;     // of the inner dimension
  float* sums;        // [rows, 32]
};
void compute(const Bfloat16Tile& tile, Bfloat16Code code = best_bfloat16_code());

}  // namespace tfm
