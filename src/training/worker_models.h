// The models that forward and backward pass go through while the weights that are updated stay float32: one for each
// thread that works on rows of its own, in 16 bits where that is wanted (Micikevicius et al. 2018, arXiv:1710.03740,
// section 3.1).
#pragma once

#include <vector>

#include "model/transformer.h"

namespace tfm {

// What a model of this precision, which isn't kAuto, computes in.
at::ScalarType scalar_type(Precision precision);

class WorkerModels {
 public:
  // At least one. All share one set of weights, which is the master's own where the type is its own; each has gradients
  // of its own.
  WorkerModels(const Transformer& master, at::ScalarType type, int64_t count);

  int64_t size() const { return std::ssize(models_); }
  Transformer& operator[](int64_t worker) { return models_[static_cast<std::size_t>(worker)]; }
  const Transformer& operator[](int64_t worker) const { return models_[static_cast<std::size_t>(worker)]; }
  // Rounds the master's weights, which have changed, into those that are computed with.
  void take_weights();
  // Adds `factor` times the workers' gradients to the master's, in float32 and in the workers' order, and clears them.
  void give_gradients(double factor);
  void clear_gradients();

 private:
  std::vector<at::Tensor> masters_;  // parameter by parameter
  std::vector<Transformer> models_;
  std::vector<std::vector<at::Tensor>> parameters_;  // of each worker
};

}  // namespace tfm
