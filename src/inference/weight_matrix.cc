#include "inference/weight_matrix.h"

#include "core/check.h"

namespace tfm {
namespace {

std::variant<PackedMatrix, Bfloat16Matrix, Int8Matrix> laid_out(const float* weight, int64_t to, int64_t from,
                                                                WeightType type, LargePages& pages) {
  if (type == WeightType::kBfloat16) return Bfloat16Matrix(weight, to, from, pages);
  if (type == WeightType::kInt8) return Int8Matrix(round_to_int8(weight, to, from), pages);
  return PackedMatrix({.data = weight, .inner = from, .columns = to, .stride = from, .transposed = true}, &pages);
}

}  // namespace

WeightMatrix::WeightMatrix(const float* weight, int64_t to, int64_t from, WeightType type, LargePages& pages)
    : matrix_(laid_out(weight, to, from, type, pages)) {}

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
