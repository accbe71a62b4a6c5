#include "training/gradients.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

std::vector<at::Tensor> gradients_of(const std::vector<at::Tensor>& parameters) {
  std::vector<at::Tensor> gradients;
  for (const auto& parameter : parameters) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  return gradients;
}

}  // namespace

at::Tensor global_gradient_norm(const std::vector<at::Tensor>& parameters) {
  return at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients_of(parameters), 2)), 2);
}

void clip_gradients(const std::vector<at::Tensor>& parameters, const at::Tensor& norm, double max_norm) {
  if (max_norm <= 0.0) return;
  const auto scale = (max_norm / (norm + 1e-6)).clamp_max(1.0);
  at::_foreach_mul_(gradients_of(parameters), scale);
}

}  // namespace tfm
