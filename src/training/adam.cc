#include "training/adam.h"

#include <ATen/ATen.h>

namespace tfm {

Adam::Adam(NamedParameters named_parameters, const TrainingConfig& config)
    : Optimizer(std::move(named_parameters)),
      config_(config),
      first_moments_(zeros_like_parameters()),
      second_moments_(zeros_like_parameters()) {
  for (const auto& parameter : parameters()) {
    updates_.push_back(at::zeros({}, parameter.options().dtype(at::kFloat).requires_grad(false)));
  }
}

void Adam::apply(const std::vector<at::Tensor>& gradients, double learning_rate) {
  at::_foreach_add_(updates_, 1);
  const auto fused = [&](auto function) {
    function(parameters(), gradients, first_moments_, second_moments_, /*max_exp_avg_sqs=*/at::TensorList(), updates_,
             learning_rate, config_.adam_beta1, config_.adam_beta2, config_.weight_decay, config_.adam_epsilon,
             /*amsgrad=*/false, /*maximize=*/false);
  };
  if (config_.optimizer == OptimizerKind::kAdam) {
    fused([](auto&&... arguments) { at::_fused_adam_(arguments...); });
  } else {
    fused([](auto&&... arguments) { at::_fused_adamw_(arguments...); });
  }
}

Optimizer::NamedParameters Adam::state() const {
  auto state = named("first_moment", first_moments_);
  for (auto& entry : named("second_moment", second_moments_)) state.push_back(std::move(entry));
  return state;
}

void Adam::set_updates(int64_t updates) {
  for (auto& count : updates_) count.fill_(updates);
}

}  // namespace tfm
