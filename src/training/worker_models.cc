#include "training/worker_models.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

Transformer empty_model(const Transformer& like, at::ScalarType type) {
  Transformer model(like->config(), like->vocabulary());
  model->to(like->parameters().front().device(), type);
  return model;
}

}  // namespace

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

WorkerModels::WorkerModels(const Transformer& master, at::ScalarType type, int64_t count)
    : masters_(master->parameters()) {
  for (int64_t worker = 0; worker < count; ++worker) {
    models_.push_back(empty_model(master, type));
    parameters_.push_back(models_.back()->parameters());
    const bool own_weights = worker == 0 && type != masters_.front().scalar_type();
    for (std::size_t i = 0; i < masters_.size(); ++i) {
      auto& parameter = parameters_.back()[i];
      if (!own_weights) parameter.set_data(worker == 0 ? masters_[i] : parameters_.front()[i]);
      parameter.set_requires_grad(masters_[i].requires_grad());
    }
  }
}

void WorkerModels::take_weights() {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    auto& weight = parameters_.front()[i];
    if (!weight.is_alias_of(masters_[i])) weight.copy_(masters_[i]);
  }
}

void WorkerModels::give_gradients() {
  const at::NoGradGuard no_grad;
  for (auto& parameters : parameters_) {
    for (std::size_t i = 0; i < masters_.size(); ++i) {
      auto& gradient = parameters[i].mutable_grad();
      if (!gradient.defined()) continue;
      auto& sum = masters_[i].mutable_grad();
      if (sum.defined()) {
        sum.add_(gradient);
      } else {
        sum = gradient.to(masters_[i].scalar_type());  // the same tensor where it is float32 already
      }
      gradient = at::Tensor();
    }
  }
}

void WorkerModels::clear_gradients() {
  for (auto& parameters : parameters_) {
    for (auto& parameter : parameters) parameter.mutable_grad() = at::Tensor();
  }
}

}  // namespace tfm
