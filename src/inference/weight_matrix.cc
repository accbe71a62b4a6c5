#include "inference/weight_matrix.h"

#include "core/check.h"

namespace tfm {
namespace {

std::variant<PackedMatrix, Bfloat16Matrix, Int8Matrix> laid_out(const float* weight, int64_t to, int64_t from,
                                                                WeightType type) {
  if (type == WeightType::kBfloat16) return Bfloat16Matrix(weight, to, from);
  if (type == WeightType::kInt8) return Int8Matrix(round_to_int8(weight, to, from));
  return PackedMatrix({.data = weight, .inner = from, .columns = to, .stride = from, .transposed = true});
}

}  // namespace

WeightMatrix::WeightMatrix(const float* weight, int64_t to, int64_t from, WeightType type)
    : matrix_(laid_out(weight, to, from, type)) {}

int64_t WeightMatrix::inputs() const {
  return std::visit([](const auto& matrix) { return matrix.inner(); }, matrix_);
}

int64_t WeightMatrix::outputs() const {
  return std::visit([](const auto& matrix) { return matrix.columns(); }, matrix_);
}

void WeightMatrix::multiply(const LeftFactor& x, float* y, const ProductSteps& steps) const {
  std::visit([&](const auto& matrix) { matrix.multiply(x, y, steps); }, matrix_);
}

void WeightMatrix::copy_row(int64_t row, float scale, float* to) const {
  check(row >= 0 && row < outputs(), "there is no such piece in the vocabulary");
  std::visit([&](const auto& matrix) { matrix.copy_column(row, scale, to); }, matrix_);
}

}  // namespace tfm
