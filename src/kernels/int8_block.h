// A block of a product of 8-bit numbers with sums of 32 bits, in the processor's instructions for it (VNNI) where it
// has them: the innermost loops of int8_matrix.h.
#pragma once

#include <cstdint>

namespace tfm {

enum class Int8Code { kPlain, kAvx2, kAvxVnni, kAvx512Vnni };
// The best that the processor has and there is code for.
Int8Code best_int8_code();
bool has_int8_code(Int8Code code);

inline constexpr int64_t kInt8PanelColumns = 32;
inline constexpr int64_t kInt8Group = 4;      // numbers of the inner dimension that stand side by side
inline constexpr int64_t kInt8TileRows = 12;  // of a call, at most

// sums[row * 32 + column] = sum over k of a[row, k] * b[k, column], for one panel of columns.
struct Int8Tile {
  const uint8_t* a;  // rows `a_row` apart, a multiple of kInt8Group of numbers each
  int64_t a_row;
  const int8_t* b;  // [groups, 32, kInt8Group]
  int64_t rows;     // 1 .. kInt8TileRows
  int64_t groups;   // of the inner dimension
  int32_t* sums;    // [rows, 32]
};
void compute(const Int8Tile& tile, Int8Code code = best_int8_code());

}  // namespace tfm
