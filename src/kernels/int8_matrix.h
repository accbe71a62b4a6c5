// The right factor of products in 8 bits: weights are rounded once, one scale for each output, what they are multiplied
// with is rounded at each product, one scale for each row (Jacob et al. 2018, arXiv:1712.05877, section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/packed_matrix.h"

namespace tfm {

// w[to, from] is about values[to, from] * scales[to].
struct Int8Weights {
  int64_t to = 0, from = 0;
  std::vector<int8_t> values = {};  // [to, from], -127 .. 127
  std::vector<float> scales = {};   // [to]
};
// weight: [to, from], contiguous. scale = max |w| / 127 of each row, 1 where that is 0; rounded to the nearest, ties to
// even.
Int8Weights round_to_int8(const float* weight, int64_t to, int64_t from);

class Int8Matrix {
 public:
  // Copies share what is laid out.
  Int8Matrix(const Int8Weights& weights, LargePages& pages);

  int64_t inner() const { return inner_; }
  int64_t columns() const { return columns_; }
  // to [inner] = scale * the weights of one output
  void copy_column(int64_t column, float scale, float* to) const;
  // As PackedMatrix::multiply, with x W^T for rows x [rows, from], which are not transposed.
  void multiply(const LeftFactor& left, float* to, const ProductSteps& steps = {}) const;

 private:
  struct RoundedRows;
  std::ptrdiff_t place(int64_t column, int64_t i) const;
  void multiply_part(const RoundedRows& left, float* to, const ProductSteps& steps, const ProductPart& part) const;

  int64_t inner_, columns_;
  std::shared_ptr<int8_t[]> panels_;    // [panels, groups, 32, 4]; see Int8Tile::b
  std::shared_ptr<float[]> scales_;     // [panels * 32]
  std::shared_ptr<int32_t[]> offsets_;  // [panels * 32]: what the rows' offset of 128 adds to each sum
};

}  // namespace tfm
