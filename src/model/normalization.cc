#include "model/normalization.h"

#include <ATen/ATen.h>

namespace tfm {

NormImpl::NormImpl(int64_t d_model, const ModelConfig& config) : kind_(config.norm_type) {
  weight = register_parameter("weight", at::ones({d_model}));
  if (kind_ == NormKind::kLayer && config.biases) bias = register_parameter("bias", at::zeros({d_model}));
}

Tensor NormImpl::forward(const Tensor& x) {
  if (kind_ == NormKind::kRms) return at::rms_norm(x, weight.sizes(), weight, 1e-6);
  return at::layer_norm(x, weight.sizes(), weight, bias, 1e-5);
}

}  // namespace tfm
