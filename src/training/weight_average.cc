#include "training/weight_average.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace tfm {

WeightAverage::WeightAverage(NamedParameters parameters, double decay) : decay_(decay) {
  for (auto& [name, parameter] : parameters) {
    names_.push_back(name);
    averages_.push_back(parameter.detach().clone());
    parameters_.push_back(std::move(parameter));
  }
}

void WeightAverage::update(int64_t step) {
  const at::NoGradGuard no_grad;
  const auto age = static_cast<double>(step);
  const double decay = std::min(decay_, (1.0 + age) / (10.0 + age));
  at::_foreach_lerp_(averages_, parameters_, 1.0 - decay);
}

// The parameters stay the tensors that the model and the optimizer know; only their memory changes hands.
void WeightAverage::swap() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const at::Tensor weight = parameters_[i].tensor_data();
    parameters_[i].set_data(averages_[i]);
    averages_[i] = weight;
  }
}

WeightAverage::NamedParameters WeightAverage::averages() const {
  NamedParameters result;
  for (std::size_t i = 0; i < names_.size(); ++i) result.emplace_back(names_[i], averages_[i]);
  return result;
}

void WeightAverage::load(const std::map<std::string, at::Tensor>& averages) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto& average = averages.at(names_[i]);
    TORCH_CHECK(average.sizes() == averages_[i].sizes(), "an average has another shape than its weight");
    averages_[i].copy_(average);
  }
}

}  // namespace tfm
