// The exponential moving average of the weights, which often translates better than the weights themselves (Polyak and
// Juditsky 1992; in translation Junczys-Dowmunt et al. 2018).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tfm {

class WeightAverage {
 public:
  using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

  // Begins with the weights as they are.
  WeightAverage(NamedParameters parameters, double decay);

  // After update `step`: average = d * average + (1 - d) * weight, d = min(decay, (1 + step) / (10 + step)): in a young
  // run the average would else be one of the initial weights.
  void update(int64_t step);
  // Exchanges weights and averages.
  void swap();
  // The averages, under the parameters' names.
  NamedParameters averages() const;
  // UserErrors are the caller's: each name must be there, in its shape (TORCH_CHECK).
  void load(const std::map<std::string, at::Tensor>& averages);

 private:
  std::vector<std::string> names_;
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> averages_;
  double decay_;
};

// The model has the averages for weights while this lives. Nothing: the model stays as it is.
class AveragesInUse {
 public:
  explicit AveragesInUse(WeightAverage* average) : average_(average) {
    if (average_ != nullptr) average_->swap();
  }
  ~AveragesInUse() {
    if (average_ != nullptr) average_->swap();
  }
  AveragesInUse(const AveragesInUse&) = delete;
  AveragesInUse& operator=(const AveragesInUse&) = delete;

 private:
  WeightAverage* average_;
};

}  // namespace tfm
