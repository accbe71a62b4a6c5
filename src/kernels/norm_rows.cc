#include "kernels/norm_rows.h"

#include <cmath>

#include "kernels/lanes.h"

namespace tfm {
namespace {

// The sum of f over a row's numbers; f(0) counts for what fills the last vector.
template <typename F>
TFM_INLINE float sum_over(const float* row, int64_t columns, const F& f) {
  Lanes sums{};
  const int64_t whole = columns / kLanes * kLanes;
  for (int64_t c = 0; c < whole; c += kLanes) sums += f(load(row + c));
  float sum = sum_of(sums);
  for (int64_t c = whole; c < columns; ++c) sum += f(row[c]);
  return sum;
}

// to = (from - mean) * scale * weight + bias
TFM_INLINE void write_row(const NormRows& of, const float* from, float mean, float scale, float* to) {
  const int64_t whole = of.columns / kLanes * kLanes;
  for (int64_t c = 0; c < whole; c += kLanes) {
    Lanes y = (load(from + c) - mean) * scale * load(of.weight + c);
    if (of.bias != nullptr) y += load(of.bias + c);
    store(to + c, y);
  }
  for (int64_t c = whole; c < of.columns; ++c) {
    to[c] = (from[c] - mean) * scale * of.weight[c] + (of.bias == nullptr ? 0.0F : of.bias[c]);
  }
}

}  // namespace

TFM_CLONES void layer_norm(const NormRows& of) {
  constexpr float kEpsilon = 1e-5F;
  const auto count = static_cast<float>(of.columns);
  for (int64_t row = 0; row < of.rows; ++row) {
    const float* from = of.from + row * of.columns;
    const float mean = sum_over(from, of.columns, [](const auto& x) { return x; }) / count;
    const float variance =
        sum_over(from, of.columns, [mean](const auto& x) { return (x - mean) * (x - mean); }) / count;
    write_row(of, from, mean, 1.0F / std::sqrt(variance + kEpsilon), of.to + row * of.columns);
  }
}

TFM_CLONES void rms_norm(const NormRows& of) {
  constexpr float kEpsilon = 1e-6F;
  const auto count = static_cast<float>(of.columns);
  for (int64_t row = 0; row < of.rows; ++row) {
    const float* from = of.from + row * of.columns;
    const float mean_square = sum_over(from, of.columns, [](const auto& x) { return x * x; }) / count;
    write_row(of, from, 0.0F, 1.0F / std::sqrt(mean_square + kEpsilon), of.to + row * of.columns);
  }
}

}  // namespace tfm
