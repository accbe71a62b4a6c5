// LayerNorm or RMSNorm of rows.
#pragma once

#include "kernels/norm_rows.h"
#include "model/normalization.h"

namespace tfm {

class NormMap {
 public:
  NormMap(const Norm& norm, NormKind kind) : weight_(norm->weight.detach()), kind_(kind) {
    if (norm->bias.defined()) bias_ = norm->bias.detach();
  }

  // [rows, D] -> [rows, D]; `to` may be `from`.
  void operator()(const float* from, int64_t rows, float* to) const {
    const NormRows of{.from = from,
                      .rows = rows,
                      .columns = weight_.size(0),
                      .weight = weight_.const_data_ptr<float>(),
                      .bias = bias_.defined() ? bias_.const_data_ptr<float>() : nullptr,
                      .to = to};
    kind_ == NormKind::kLayer ? layer_norm(of) : rms_norm(of);
  }

 private:
  at::Tensor weight_, bias_;
  NormKind kind_;
};

}  // namespace tfm
