#include "kernels/activation_rows.h"

#include <cmath>

#include "kernels/lanes.h"

namespace tfm {

void gelu(float* x, int64_t count) {
  constexpr float kHalfRoot = 0.70710678F;  // 1 / sqrt(2)
  for (int64_t i = 0; i < count; ++i) x[i] = 0.5F * x[i] * (1.0F + std::erf(x[i] * kHalfRoot));
}

TFM_CLONES void swiglu(float* x, int64_t rows, int64_t columns) {
  constexpr float kMost = 87.0F;  // e^x is for numbers up to 88; beyond, swish(x) is -x e^x: nothing
  for (int64_t row = 0; row < rows; ++row) {
    float *gates = x + row * 2 * columns, *numbers = gates + columns;
    for (int64_t c = 0; c < columns; c += kLanes) {
      const int64_t count = columns - c;
      const Lanes gate = count < kLanes ? load_some(gates + c, count) : load(gates + c);
      const Lanes number = count < kLanes ? load_some(numbers + c, count) : load(numbers + c);
      const Lanes negative = -gate;
      const Lanes bounded = negative > kMost ? all_lanes(kMost) : negative;
      const Lanes product = number * gate / (exponential(bounded) + 1.0F);
      count < kLanes ? store_some(gates + c, product, count) : store(gates + c, product);
    }
  }
}

}  // namespace tfm
