// Rows of float32 into 8 bits, and sums of products of 8 bits into float32.
#pragma once

#include <cstdint>

#include "kernels/product_steps.h"

namespace tfm {

inline constexpr int32_t kInt8Offset = 128;

// to[i] = round(from[i] / scale) + 128, 1 .. 255, with the scale, which is returned, max |from| / 127; 128 behind the
// row's numbers, up to `padded`.
float round_row(const float* from, int64_t count, int64_t padded, uint8_t* to);

// to = (sums - offsets) * row scale * column scale, and what the steps make of it.
struct Int8Sums {
  const int32_t* sums;         // rows of 32
  const int32_t* offsets;      // [32], as the next
  const float* column_scales;  // [32]
  const float* row_scales;     // [rows]
  ProductSteps steps;
  int64_t rows, columns;  // at most 32 of them
  float* to;
  int64_t to_row;
};
void write_rows(const Int8Sums& of);

}  // namespace tfm
