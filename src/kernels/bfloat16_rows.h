// Rows of float32 into pairs of bfloat16, and sums of a product where they belong.
#pragma once

#include <cstdint>

#include "kernels/product_steps.h"

namespace tfm {

// To the nearest, ties to even; a zero behind an odd number of them. to: [(count + 1) / 2], as Bfloat16Tile has pairs.
void round_to_bfloat16(const float* from, int64_t count, uint32_t* to);

// to = sums, and what the steps make of it.
struct Bfloat16Sums {
  const float* sums;  // rows of 32
  ProductSteps steps;
  int64_t rows, columns;  // at most 32 of them
  float* to;
  int64_t to_row;
};
void write_rows(const Bfloat16Sums& of);

}  // namespace tfm
