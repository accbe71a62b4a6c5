#include "checkpoint/reduced_weights.h"

#include <ATen/ATen.h>

#include "kernels/int8_matrix.h"
#include "weights/weights_file.h"

namespace tfm {
namespace {

// An additive score's b, a matrix as well, is no "weight".
bool is_reduced(const std::string& name, const at::Tensor& tensor) {
  return tensor.dim() == 2 && name.ends_with("weight") && name.find("position") == std::string::npos;
}

}  // namespace

NamedTensors reduced_weights(const NamedTensors& weights, WeightType type) {
  if (type == WeightType::kFloat32) return weights;
  NamedTensors reduced;
  for (const auto& [name, tensor] : weights) {
    if (!is_reduced(name, tensor)) {
      reduced.emplace_back(name, tensor);
    } else if (type == WeightType::kBfloat16) {
      reduced.emplace_back(name, tensor.to(at::kBFloat16));
    } else {
      const auto matrix = tensor.contiguous();
      const auto rounded = round_to_int8(matrix.const_data_ptr<float>(), matrix.size(0), matrix.size(1));
      reduced.emplace_back(name, at::tensor(rounded.values, at::kChar).view(matrix.sizes()));
      reduced.emplace_back(name_of_scales(name), at::tensor(rounded.scales));
    }
  }
  return reduced;
}

}  // namespace tfm
