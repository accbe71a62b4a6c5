// LayerNorm or RMSNorm of rows.
#pragma once

#include "config/config.h"
#include "kernels/norm_rows.h"
#include "weights/weight.h"

namespace tfm {

class NormMap {
 public:
  // weight: [D]; bias: [D], or without numbers
  NormMap(Weight weight, Weight bias, NormKind kind)
      : weight_(std::move(weight)), bias_(std::move(bias)), kind_(kind) {}

  // [rows, D] -> [rows, D]; `to` may be `from`.
  void operator()(const float* from, int64_t rows, float* to) const {
    const NormRows of{.from = from,
                      .rows = rows,
                      .columns = weight_.size(),
                      .weight = weight_.numbers.get(),
                      .bias = bias_.numbers.get(),
                      .to = to};
    kind_ == NormKind::kLayer ? layer_norm(of) : rms_norm(of);
  }

 private:
  Weight weight_, bias_;
  NormKind kind_;
};

}  // namespace tfm
