#include "training/adam.h"

#include <ATen/ATen.h>

namespace tfm {

Adam::Adam(NamedParameters parameters, const TrainingConfig& config) : config_(config) {
  for (auto& [name, parameter] : parameters) {
    names_.push_back(name);
    first_moments_.push_back(at::zeros_like(parameter));
    second_moments_.push_back(at::zeros_like(parameter));
    updates_.push_back(at::zeros({}, parameter.options().dtype(at::kFloat).requires_grad(false)));
    parameters_.push_back(std::move(parameter));
  }
}

void Adam::update(double learning_rate) {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients;
  for (const auto& parameter : parameters_) {
    TORCH_CHECK(parameter.grad().defined(), "a parameter has no gradient");
    gradients.push_back(parameter.grad());
  }
  at::_foreach_add_(updates_, 1);
  at::_fused_adamw_(parameters_, gradients, first_moments_, second_moments_, /*max_exp_avg_sqs=*/{}, updates_,
                    learning_rate, config_.adam_beta1, config_.adam_beta2, config_.weight_decay, config_.adam_epsilon,
                    /*amsgrad=*/false, /*maximize=*/false);
  clear_gradients();
}

void Adam::clear_gradients() {
  for (auto& parameter : parameters_) parameter.mutable_grad() = at::Tensor();
}

Adam::NamedParameters Adam::state() const {
  NamedParameters state;
  for (std::size_t i = 0; i < names_.size(); ++i) state.emplace_back("first_moment." + names_[i], first_moments_[i]);
  for (std::size_t i = 0; i < names_.size(); ++i) state.emplace_back("second_moment." + names_[i], second_moments_[i]);
  return state;
}

void Adam::restore(at::Tensor& into, const at::Tensor& from) {
  TORCH_CHECK(into.sizes() == from.sizes(), "the optimizer's state has another size than its parameter");
  into.copy_(from);
}

void Adam::set_updates(int64_t updates) {
  for (auto& count : updates_) count.fill_(updates);
}

}  // namespace tfm
