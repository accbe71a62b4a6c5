// Matrix products so small that a library's call would cost more than the product: those of one head of one sentence.
#pragma once

#include <cstdint>

namespace tfm {

// Element (i, k) stands at data[i * row + k * column]: a transposed matrix is one whose strides are exchanged.
struct MatrixView {
  const float* data;
  int64_t row;
  int64_t column = 1;
};

// The rows of `b` and `c` are contiguous, and `columns` is a multiple of kLanes.
struct SmallProduct {
  MatrixView a;  // [rows, inner]
  const float* b;
  int64_t b_row;
  float* c;
  int64_t c_row;
  int64_t rows, inner, columns;
};

void set_to_product(const SmallProduct& product);  // c = a b
void add_product(const SmallProduct& product);     // c += a b

}  // namespace tfm
