// Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019), one fused pass over all
// parameters.
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>
#include <vector>

#include "config/config.h"

namespace tfm {

class Adam {
 public:
  using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

  Adam(NamedParameters parameters, const TrainingConfig& config);

  // One update from the parameters' gradients, which are cleared afterwards.
  void update(double learning_rate);
  void clear_gradients();

  // "first_moment.NAME" and "second_moment.NAME" for each parameter: the optimizer's own memory, to be stored.
  NamedParameters state() const;
  // `updates`: how many were made before. Each tensor of state() must be among `tensors`, in its size (TORCH_CHECK).
  template <typename Map>
  void load_state(const Map& tensors, int64_t updates) {
    for (auto& [name, tensor] : state()) restore(tensor, tensors.at(name));
    set_updates(updates);
  }

 private:
  static void restore(at::Tensor& into, const at::Tensor& from);
  void set_updates(int64_t updates);

  TrainingConfig config_;
  std::vector<std::string> names_;
  std::vector<at::Tensor> parameters_, first_moments_, second_moments_, updates_;
};

}  // namespace tfm
