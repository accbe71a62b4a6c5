#include "training/label_smoothed_cross_entropy.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace tfm {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr int64_t kLogitsInFlight = int64_t{1} << 22;  // 16 MiB of float32: stays near the processor

// loss of one slice; `logits` [n, V] become log-probabilities.
Tensor slice_loss(Tensor& logits, const Tensor& targets, double smoothing) {
  at::_log_softmax_out(logits, logits, /*dim=*/-1, /*half_to_float=*/false);
  const auto true_log_probs = logits.gather(1, targets.unsqueeze(1)).sum();
  auto loss = true_log_probs * -(1.0 - smoothing);
  if (smoothing > 0.0) loss -= logits.sum() * (smoothing / static_cast<double>(logits.size(1)));
  return loss;
}

// d loss / d logits = p - (1 - smoothing) * onehot(target) - smoothing / V, written over the log-probabilities.
void turn_into_gradient(Tensor& log_probs, const Tensor& targets, double smoothing) {
  log_probs.exp_();
  if (smoothing > 0.0) log_probs.sub_(smoothing / static_cast<double>(log_probs.size(1)));
  const auto index = targets.unsqueeze(1);
  log_probs.scatter_(1, index, log_probs.gather(1, index) - (1.0 - smoothing));
}

// The logits are float32 where the states are 16 bits wide: a softmax over a vocabulary needs the digits.
at::ScalarType loss_type(const Tensor& states) {
  return at::isReducedFloatingType(states.scalar_type()) ? at::kFloat : states.scalar_type();
}

template <typename UseSlice>
void for_each_slice(const Tensor& states, const Tensor& weight, const UseSlice& use_slice) {
  const int64_t rows = std::clamp<int64_t>(kLogitsInFlight / weight.size(0), 1, std::max<int64_t>(states.size(0), 1));
  auto buffer = at::empty({rows, weight.size(0)}, states.options());
  for (int64_t first = 0; first < states.size(0); first += rows) {
    const int64_t count = std::min(rows, states.size(0) - first);
    auto product = buffer.narrow(0, 0, count);
    at::mm_out(product, states.narrow(0, first, count), weight.t());
    auto logits = product.to(loss_type(states));  // the same tensor in float32
    use_slice(first, count, logits);
  }
}

// The gradients are known as soon as the loss is: the backward pass only scales them.
struct ProjectedCrossEntropy : public torch::autograd::Function<ProjectedCrossEntropy> {
  static Tensor forward(AutogradContext* context, const Tensor& states, const Tensor& weight, const Tensor& targets,
                        double smoothing) {
    const at::NoGradGuard no_grad;
    const auto type = loss_type(states);
    auto loss = at::zeros({}, states.options().dtype(type));
    auto states_gradient = at::empty_like(states);
    auto weight_gradient = at::zeros_like(weight, type);
    for_each_slice(states, weight, [&](int64_t first, int64_t count, Tensor& logits) {
      const auto slice_targets = targets.narrow(0, first, count);
      loss += slice_loss(logits, slice_targets, smoothing);
      turn_into_gradient(logits, slice_targets, smoothing);
      const auto gradient = logits.to(states.scalar_type());
      auto slice_gradient = states_gradient.narrow(0, first, count);
      at::mm_out(slice_gradient, gradient, weight);
      add_product(weight_gradient, gradient.t(), states.narrow(0, first, count));
    });
    context->save_for_backward({states_gradient, weight_gradient});
    return loss;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    return {(saved[0] * gradients[0]).to(saved[0].scalar_type()), (saved[1] * gradients[0]).to(saved[0].scalar_type()),
            Tensor(), Tensor()};
  }

  // sum += left right
  static void add_product(Tensor& sum, const Tensor& left, const Tensor& right) {
    if (sum.scalar_type() == left.scalar_type()) {
      sum.addmm_(left, right);
    } else {
      sum.add_(at::mm(left, right));
    }
  }
};

}  // namespace

Tensor label_smoothed_cross_entropy(const Tensor& states, const Tensor& weight, const Tensor& targets,
                                    double smoothing) {
  TORCH_CHECK(states.dim() == 2 && targets.dim() == 1 && states.size(0) == targets.size(0),
              "label_smoothed_cross_entropy takes states [N, D] and targets [N]");
  if (at::GradMode::is_enabled()) return ProjectedCrossEntropy::apply(states, weight, targets, smoothing);
  auto loss = at::zeros({}, states.options().dtype(loss_type(states)));
  for_each_slice(states, weight, [&](int64_t first, int64_t count, Tensor& logits) {
    loss += slice_loss(logits, targets.narrow(0, first, count), smoothing);
  });
  return loss;
}

}  // namespace tfm
