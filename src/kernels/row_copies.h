// Rows of a tensor into float32 memory that whole vectors can be read from, and back.
#pragma once

#include <cstdint>

#include "kernels/bfloat16.h"

namespace tfm {

// Rows of numbers within a larger tensor.
template <typename T>
struct RowsOf {
  T* data;
  int64_t stride;  // from one row to the next
};

// to[r, c] = scale * from[r, c]; zeros behind each row, up to round_up_to_lanes(columns), the stride of `to`.
void copy_rows(const RowsOf<const float>& from, int64_t rows, int64_t columns, float scale, float* to);
void copy_rows(const RowsOf<const Bfloat16>& from, int64_t rows, int64_t columns, float scale, float* to);

// to[c, r] = from[r, c] for float32 rows as copy_rows lays them; `to` has round_up_to_lanes(columns) rows of
// round_up_to_lanes(rows) numbers, those that stand for nothing being zero.
void transpose(const float* from, int64_t rows, int64_t columns, float* to);

// to[r, c] = scale * from[r, c], `from` as copy_rows lays it.
void store_rows(const float* from, int64_t rows, int64_t columns, float scale, const RowsOf<float>& to);
void store_rows(const float* from, int64_t rows, int64_t columns, float scale, const RowsOf<Bfloat16>& to);

}  // namespace tfm
