#include "training/sgd.h"

#include <ATen/ATen.h>

namespace tfm {

Sgd::Sgd(NamedParameters named_parameters, const TrainingConfig& config)
    : Optimizer(std::move(named_parameters)), config_(config) {
  if (config.momentum > 0.0) momentum_buffers_ = zeros_like_parameters();
}

// A buffer of zeros makes the first step what PyTorch makes it, so that none needs to be told apart.
void Sgd::apply(const std::vector<at::Tensor>& gradients, double learning_rate) {
  at::_fused_sgd_(parameters(), gradients, momentum_buffers_, config_.weight_decay, config_.momentum, learning_rate,
                  /*dampening=*/0.0, config_.nesterov, /*maximize=*/false, /*is_first_step=*/false);
}

}  // namespace tfm
