#include "inference/linear_map.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

at::Tensor side_by_side_weights(const std::vector<Linear>& maps) {
  if (maps.size() == 1) return maps.front()->weight.detach();
  std::vector<at::Tensor> weights;
  for (const auto& map : maps) weights.push_back(map->weight.detach());
  return at::cat(weights);
}

// Either all have one or none.
at::Tensor side_by_side_biases(const std::vector<Linear>& maps) {
  std::vector<at::Tensor> biases;
  for (const auto& map : maps) {
    if (map->bias.defined()) biases.push_back(map->bias.detach());
  }
  TORCH_CHECK(biases.empty() || biases.size() == maps.size(), "maps side by side all have a bias, or none has");
  return biases.empty() ? at::Tensor() : at::cat(biases);
}

std::variant<PackedMatrix, Bfloat16Matrix, Int8Matrix> laid_out(const at::Tensor& weight, WeightType type) {
  switch (type) {
    case WeightType::kFloat32:
      return PackedMatrix(weight.t());
    case WeightType::kBfloat16:
      return Bfloat16Matrix(weight);
    case WeightType::kInt8:
      return Int8Matrix(round_to_int8(weight));
  }
  TORCH_CHECK(false, "no such type of weights");
}

}  // namespace

LinearMap::LinearMap(const at::Tensor& weight, WeightType type) : weights_(laid_out(weight.detach(), type)) {}

LinearMap::LinearMap(const std::vector<Linear>& maps, WeightType type)
    : weights_(laid_out(side_by_side_weights(maps), type)), bias_(side_by_side_biases(maps)) {}

int64_t LinearMap::inputs() const {
  return std::visit([](const auto& weights) { return weights.inner(); }, weights_);
}

int64_t LinearMap::outputs() const {
  return std::visit([](const auto& weights) { return weights.columns(); }, weights_);
}

void LinearMap::apply(const LeftFactor& x, float* y, ProductSteps steps) const {
  if (bias_.defined()) steps.bias = bias_.const_data_ptr<float>();
  std::visit([&](const auto& weights) { weights.multiply(x, y, steps); }, weights_);
}

}  // namespace tfm
