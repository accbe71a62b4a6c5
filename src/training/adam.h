// Adam (Kingma and Ba 2015) and AdamW, in one fused pass over all parameters. They differ in weight decay alone: Adam
// adds weight_decay * weight to the gradient; AdamW (Loshchilov and Hutter 2019) first takes
// learning_rate * weight_decay * weight off the weight.
#pragma once

#include "training/optimizer.h"

namespace tfm {

class Adam : public Optimizer {
 public:
  Adam(NamedParameters parameters, const TrainingConfig& config);

  // "first_moment.NAME" and "second_moment.NAME" for each parameter.
  NamedParameters state() const override;

 private:
  void apply(const std::vector<at::Tensor>& gradients, double learning_rate) override;
  void set_updates(int64_t updates) override;

  TrainingConfig config_;
  std::vector<at::Tensor> first_moments_, second_moments_, updates_;
};

}  // namespace tfm
