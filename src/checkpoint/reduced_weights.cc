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
      reduced.emplace_back(name_of_scales(name), rounded.scales);
    }
  }
  return reduced;
}

std::string name_of_scales(const std::string& weight) { return weight + kScales; }

std::optional<std::string> weight_of_scales(const std::string& name) {
  if (!name.ends_with(kScales)) return std::nullopt;
  return name.substr(0, name.size() - std::string_view(kScales).size());
}

at::Tensor restored_weight(const at::Tensor& stored, const at::Tensor& scales) {
  if (stored.scalar_type() == at::kFloat) return stored;
  auto weight = empty_on_own_pages(stored.sizes(), at::kFloat).copy_(stored);
  return scales.defined() ? weight.mul_(scales.unsqueeze(1)) : weight;
}

}  // namespace tfm
