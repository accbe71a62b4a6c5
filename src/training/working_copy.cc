#include "training/working_copy.h"

#include <ATen/ATen.h>

namespace tfm {

at::ScalarType scalar_type(Precision precision) {
  switch (precision) {
    case Precision::kBfloat16:
      return at::kBFloat16;
    case Precision::kFloat16:
      return at::kHalf;
    case Precision::kFloat32:
      break;
    case Precision::kAuto:
      TORCH_CHECK(false, "a precision is picked before anything is computed in it");
  }
  return at::kFloat;
}

WorkingCopy::WorkingCopy(const Transformer& master, at::ScalarType type)
    : masters_(master->parameters()), copy_(master->config(), master->vocabulary()) {
  copy_->to(masters_.front().device(), type);
  copies_ = copy_->parameters();
  for (std::size_t i = 0; i < copies_.size(); ++i) copies_[i].set_requires_grad(masters_[i].requires_grad());
}

void WorkingCopy::take_weights() {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < copies_.size(); ++i) copies_[i].copy_(masters_[i]);
}

void WorkingCopy::give_gradients() {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    auto& gradient = copies_[i].mutable_grad();
    if (!gradient.defined()) continue;
    auto& sum = masters_[i].mutable_grad();
    if (sum.defined()) {
      sum.add_(gradient);
    } else {
      sum = gradient.to(masters_[i].scalar_type());
    }
    gradient = at::Tensor();
  }
}

}  // namespace tfm
