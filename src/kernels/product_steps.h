// What becomes of a product's sums before they are written.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/instruction_sets.h"

// Numbers are passed between inlined functions only: how a call would pass them doesn't matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tfm {

// In this order.
struct ProductSteps {
  bool add = false;             // added to what is there
  const float* bias = nullptr;  // [columns]
  bool relu = false;            // max(0, .)

  // Of the columns from this one on.
  ProductSteps from(int64_t column) const { return {add, bias == nullptr ? nullptr : bias + column, relu}; }
};

// Number: float, or a vector of them. `steps` and `to` are those of its first column.
template <typename Number>
TFM_INLINE Number finished(const Number& product, const ProductSteps& steps, const float* to) {
  Number sum = product, more;
  if (steps.add) {
    std::memcpy(&more, to, sizeof more);
    sum += more;
  }
  if (steps.bias != nullptr) {
    std::memcpy(&more, steps.bias, sizeof more);
    sum += more;
  }
  return steps.relu ? (sum > 0.0F ? sum : Number{}) : sum;
}

template <typename Number>
TFM_INLINE void finish(const Number& product, const ProductSteps& steps, float* to) {
  const Number result = finished(product, steps, to);
  std::memcpy(to, &result, sizeof result);
}

}  // namespace tfm
