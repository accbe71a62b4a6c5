// What turns gradients into an update of the parameters, and the memory it keeps from one update to the next.
#pragma once

#include <ATen/core/Tensor.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/config.h"

namespace tfm {

class Optimizer {
 public:
  using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // One update from the parameters' gradients, which are cleared afterwards. Each must have one (TORCH_CHECK).
  void update(double learning_rate);
  void clear_gradients();

  // The optimizer's own memory, to be stored: "WHAT.NAME" for each parameter, the tensors themselves. May be empty.
  virtual NamedParameters state() const = 0;
  // Goes on from a stored state bit for bit. `updates`: how many were made before. Each tensor of state() must be among
  // `tensors`, in its size (TORCH_CHECK).
  void load_state(const std::map<std::string, at::Tensor>& tensors, int64_t updates);

 protected:
  explicit Optimizer(NamedParameters parameters);

  virtual void apply(const std::vector<at::Tensor>& gradients, double learning_rate) = 0;
  virtual void set_updates(int64_t) {}

  std::vector<at::Tensor> zeros_like_parameters() const;
  // `tensors`, one for each parameter, under "WHAT.NAME".
  NamedParameters named(const std::string& what, const std::vector<at::Tensor>& tensors) const;

  const std::vector<at::Tensor>& parameters() const { return parameters_; }

 private:
  std::vector<std::string> names_;
  std::vector<at::Tensor> parameters_;
};

// The one that the config names.
std::unique_ptr<Optimizer> make_optimizer(Optimizer::NamedParameters parameters, const TrainingConfig& config);

}  // namespace tfm
