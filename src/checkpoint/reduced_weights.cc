#include "checkpoint/reduced_weights.h"

#include <ATen/ATen.h>

#include "checkpoint/own_pages.h"
#include "kernels/int8_matrix.h"

namespace tfm {
namespace {

constexpr const char* kScales = ".scales";

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
      const auto rounded = round_to_int8(tensor);
      reduced.emplace_back(name, rounded.values);
      reduced.emplace_back(name + kScales, rounded.scales);
    }
  }
  return reduced;
}

std::map<std::string, at::Tensor> restored_weights(std::map<std::string, at::Tensor> stored) {
  std::map<std::string, at::Tensor> weights;
  for (const auto& [name, tensor] : stored) {
    if (name.ends_with(kScales)) continue;
    const auto scales = stored.find(name + kScales);
    const bool is_int8 = scales != stored.end() && tensor.scalar_type() == at::kChar;
    auto& weight = weights[name];
    weight = tensor.scalar_type() == at::kFloat ? tensor : empty_on_own_pages(tensor.sizes(), at::kFloat).copy_(tensor);
    if (is_int8) weight.mul_(scales->second.unsqueeze(1));
  }
  return weights;
}

}  // namespace tfm
