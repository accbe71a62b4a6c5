// x W^T + b with the weights laid out for it.
#pragma once

#include <memory>

#include "inference/weight_matrix.h"

namespace tfm {

class LinearMap {
 public:
  // bias: [to], or null
  explicit LinearMap(WeightMatrix weights, std::shared_ptr<const float[]> bias = nullptr)
      : weights_(std::move(weights)), bias_(std::move(bias)) {}

  int64_t inputs() const { return weights_.inputs(); }
  int64_t outputs() const { return weights_.outputs(); }
  const WeightMatrix& weights() const { return weights_; }
  // Of rows that are contiguous: [rows, from] -> [rows, to].
  void operator()(const float* x, int64_t rows, float* y, ProductSteps steps = {}) const {
    (*this)(x, rows, inputs(), y, steps);
  }
  // Of rows that stand `stride` apart.
  void operator()(const float* x, int64_t rows, int64_t stride, float* y, ProductSteps steps = {}) const {
    steps.bias = bias_.get();
    weights_.multiply({.data = x, .rows = rows, .stride = stride}, y, steps);
  }

 private:
  WeightMatrix weights_;
  std::shared_ptr<const float[]> bias_;
};

}  // namespace tfm
