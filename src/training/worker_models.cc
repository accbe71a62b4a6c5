#include "training/worker_models.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>

#include "kernels/element_rows.h"
#include "operations/typed.h"

namespace tfm {
namespace {

Transformer empty_model(const Transformer& like, at::ScalarType type) {
  Transformer model(like->config(), like->vocabulary());
  model->to(like->parameters().front().device(), type);
  return model;
}

// In one pass; the first of the gradients becomes the sum where there is none yet.
template <typename T>
void add_on_all_threads(const std::vector<at::Tensor>& gradients, float factor, bool add, at::Tensor& sum) {
  constexpr int64_t kNumbersOfTask = 1 << 15;
  float* to = sum.mutable_data_ptr<float>();
  at::parallel_for(0, sum.numel(), kNumbersOfTask, [&](int64_t first, int64_t end) {
    std::vector<const T*> terms;
    for (const auto& gradient : gradients) terms.push_back(numbers_of<T>(gradient) + first);
    scaled_sum(std::span<const T* const>(terms), factor, add, end - first, to + first);
  });
}

// Adds factor * the sum of the gradients to the parameter's.
void add_scaled_sum(const std::vector<at::Tensor>& gradients, double factor, at::Tensor& parameter) {
  auto& sum = parameter.mutable_grad();
  const bool add = sum.defined(), in_one_pass = std::ranges::all_of(gradients, [](const at::Tensor& gradient) {
                                    return has_kernels(gradient) && gradient.is_contiguous();
                                  });
  if (!in_one_pass) {
    for (const auto& gradient : gradients) {
      sum = sum.defined() ? sum.add_(gradient, factor) : gradient.to(parameter.scalar_type()).mul_(factor);
    }
    return;
  }
  if (!add) sum = gradients[0].scalar_type() == at::kFloat ? gradients[0] : at::empty_like(parameter);
  with_type_of(gradients[0],
               [&](auto zero) { add_on_all_threads<decltype(zero)>(gradients, static_cast<float>(factor), add, sum); });
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
    // give_gradients() takes them; LibTorch doesn't add those of float16.
    models_.back()->sparse_embedding_gradients(has_kernels(models_.back()->output_weight()));
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

void WorkerModels::give_gradients(double factor) {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    std::vector<at::Tensor> gradients;
    for (auto& parameters : parameters_) {
      auto& gradient = parameters[i].mutable_grad();
      if (gradient.defined()) gradients.push_back(gradient.is_sparse() ? gradient.to_dense() : gradient);
      gradient = at::Tensor();
    }
    if (!gradients.empty()) add_scaled_sum(gradients, factor, masters_[i]);
  }
}

void WorkerModels::clear_gradients() {
  for (auto& parameters : parameters_) {
    for (auto& parameter : parameters) parameter.mutable_grad() = at::Tensor();
  }
}

}  // namespace tfm
