// What is done to each number of a row between two matrix products. float32 or bfloat16; sums are in float32.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/bfloat16.h"

namespace tfm {

// [rows, columns], contiguous.
template <typename T>
struct Matrix {
  T* data;
  int64_t rows, columns;
};

// matrix += bias, and then, where `relu`, max(0, matrix). `bias` may be null.
void add_bias(const Matrix<float>& matrix, const float* bias, bool relu);
void add_bias(const Matrix<Bfloat16>& matrix, const Bfloat16* bias, bool relu);

// Some columns of a gradient over max(0, y): `gradient` where `output` is positive, else 0, into `masked`, and its sums
// over the rows into `sums`, unless that is null. Without `output`, nothing is masked and `masked` not written.
template <typename T>
struct ReluGradient {
  const T* gradient;
  const T* output;
  T* masked;
  T* sums;
};
void relu_gradient(const ReluGradient<float>& of, int64_t rows, int64_t columns, int64_t first, int64_t end);
void relu_gradient(const ReluGradient<Bfloat16>& of, int64_t rows, int64_t columns, int64_t first, int64_t end);

// to = addend + factors * from; `addend` may be null.
void scale_and_add(const float* from, const float* factors, const float* addend, int64_t count, float* to);
void scale_and_add(const Bfloat16* from, const float* factors, const Bfloat16* addend, int64_t count, Bfloat16* to);

// to = factor * (terms[0] + terms[1] + ...), or, where `add`, that much more. `to` may be one of the terms.
void scaled_sum(std::span<const float* const> terms, float factor, bool add, int64_t count, float* to);
void scaled_sum(std::span<const Bfloat16* const> terms, float factor, bool add, int64_t count, float* to);

}  // namespace tfm
