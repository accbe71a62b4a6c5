// Stochastic gradient descent as PyTorch computes it, in one fused pass over all parameters:
//   g += weight_decay * weight;  buffer = momentum * buffer + g;  weight -= learning_rate * step
// where step is g without momentum, else the buffer, or with Nesterov's momentum (Sutskever et al. 2013)
// g + momentum * buffer. Unlike in the paper the learning rate stands outside of the buffer: a change of it acts at
// once.
#pragma once

#include "training/optimizer.h"

namespace tfm {

class Sgd : public Optimizer {
 public:
  Sgd(NamedParameters parameters, const TrainingConfig& config);

  // "momentum_buffer.NAME" for each parameter; nothing without momentum.
  NamedParameters state() const override { return named("momentum_buffer", momentum_buffers_); }

 private:
  void apply(const std::vector<at::Tensor>& gradients, double learning_rate) override;

  TrainingConfig config_;
  std::vector<at::Tensor> momentum_buffers_;
};

}  // namespace tfm
