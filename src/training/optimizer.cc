#include "training/optimizer.h"

#include <ATen/ATen.h>

#include "training/adam.h"
#include "training/sgd.h"

namespace tfm {

Optimizer::Optimizer(NamedParameters parameters) {
  for (auto& [name, parameter] : parameters) {
    names_.push_back(name);
    parameters_.push_back(std::move(parameter));
  }
}

void Optimizer::update(double learning_rate) {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients;
  for (const auto& parameter : parameters_) {
    TORCH_CHECK(parameter.grad().defined(), "a parameter has no gradient");
    gradients.push_back(parameter.grad());
  }
  apply(gradients, learning_rate);
  clear_gradients();
}

void Optimizer::clear_gradients() {
  for (auto& parameter : parameters_) parameter.mutable_grad() = at::Tensor();
}

void Optimizer::load_state(const std::map<std::string, at::Tensor>& tensors, int64_t updates) {
  for (auto& [name, tensor] : state()) {
    const auto stored = tensors.find(name);
    TORCH_CHECK(stored != tensors.end(), "the optimizer's state has no ", name);
    TORCH_CHECK(tensor.sizes() == stored->second.sizes(), "the optimizer's state has another size than its parameter");
    tensor.copy_(stored->second);
  }
  set_updates(updates);
}

std::vector<at::Tensor> Optimizer::zeros_like_parameters() const {
  std::vector<at::Tensor> zeros;
  for (const auto& parameter : parameters_) zeros.push_back(at::zeros_like(parameter));
  return zeros;
}

Optimizer::NamedParameters Optimizer::named(const std::string& what, const std::vector<at::Tensor>& tensors) const {
  NamedParameters result;
  for (std::size_t i = 0; i < tensors.size(); ++i) result.emplace_back(what + "." + names_[i], tensors[i]);
  return result;
}

std::unique_ptr<Optimizer> make_optimizer(Optimizer::NamedParameters parameters, const TrainingConfig& config) {
  if (config.optimizer == OptimizerKind::kSgd) return std::make_unique<Sgd>(std::move(parameters), config);
  return std::make_unique<Adam>(std::move(parameters), config);
}

}  // namespace tfm
