// Weights [to, from] laid out for products x W^T, in one of the types that there are.
#pragma once

#include <cstdint>
#include <variant>

#include "config/config.h"
#include "kernels/bfloat16_matrix.h"
#include "kernels/int8_matrix.h"
#include "kernels/packed_matrix.h"

namespace tfm {

class WeightMatrix {
 public:
  // weight: [to, from], contiguous; not needed afterwards. Copies share what is laid out, on these pages.
  WeightMatrix(const float* weight, int64_t to, int64_t from, WeightType type, LargePages& pages);

  int64_t inputs() const;
  int64_t outputs() const;
  // x [rows, from] -> y [rows, to]
  void multiply(const LeftFactor& x, float* y, const ProductSteps& steps) const;
  // to [from] = scale * W[row]. std::logic_error where there is no such row.
  void copy_row(int64_t row, float scale, float* to) const;

 private:
  std::variant<PackedMatrix, Bfloat16Matrix, Int8Matrix> matrix_;
};

}  // namespace tfm
