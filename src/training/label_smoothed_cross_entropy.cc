#include "training/label_smoothed_cross_entropy.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

#include "kernels/cross_entropy_rows.h"
#include "operations/matrix_product.h"
#include "operations/typed.h"

namespace tfm {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr int64_t kBytesOfLogits = int64_t{8} << 20;  // in flight: they stay near the processor

// The loss of one slice; `logits` [n, V] turn into its gradient over them where that is wanted:
// p - (1 - smoothing) * onehot(target) - smoothing / V.
Tensor slice_loss_by_rows(Tensor& logits, const Tensor& targets, double smoothing, bool gradient) {
  auto losses = at::empty(targets.sizes(), logits.options().dtype(at::kFloat));
  with_type_of(logits, [&](auto zero) {
    auto* rows = mutable_numbers_of<decltype(zero)>(logits);
    float* results = losses.mutable_data_ptr<float>();
    const int64_t* target = targets.const_data_ptr<int64_t>();
    const int64_t columns = logits.size(1);
    at::parallel_for(0, logits.size(0), /*grain_size=*/4, [&](int64_t first, int64_t end) {
      for (int64_t i = first; i < end; ++i) {
        results[i] =
            cross_entropy_row(rows + i * columns, columns, {target[i], static_cast<float>(smoothing)}, gradient);
      }
    });
  });
  return losses.sum();
}

// The same in LibTorch's operations, for all types and devices.
Tensor slice_loss_by_operations(Tensor& logits, const Tensor& targets, double smoothing, bool gradient) {
  at::_log_softmax_out(logits, logits, /*dim=*/-1, /*half_to_float=*/false);
  const auto index = targets.unsqueeze(1);
  auto loss = logits.gather(1, index).sum() * -(1.0 - smoothing);
  const double each = smoothing / static_cast<double>(logits.size(1));
  if (smoothing > 0.0) loss -= logits.sum() * each;
  if (gradient) {
    logits.exp_();
    if (smoothing > 0.0) logits.sub_(each);
    logits.scatter_(1, index, logits.gather(1, index) - (1.0 - smoothing));
  }
  return loss;
}

// The loss is float32 where the states are 16 bits wide: a sum over a vocabulary needs the digits.
at::ScalarType loss_type(const Tensor& states) {
  return at::isReducedFloatingType(states.scalar_type()) ? at::kFloat : states.scalar_type();
}

// `product`: logits in the type of the states. They stay so where our kernel sums in float32 anyway.
Tensor slice_loss(Tensor& product, const Tensor& targets, double smoothing, bool gradient) {
  if (has_kernels(product)) return slice_loss_by_rows(product, targets, smoothing, gradient);
  auto logits = product.to(loss_type(product));  // the same tensor in float32
  const auto loss = slice_loss_by_operations(logits, targets, smoothing, gradient);
  if (gradient && !logits.is_same(product)) product.copy_(logits);
  return loss;
}

template <typename UseSlice>
void for_each_slice(const Tensor& states, const Tensor& weight, const UseSlice& use_slice) {
  const int64_t most = kBytesOfLogits / (weight.size(0) * static_cast<int64_t>(states.element_size()));
  const int64_t slices = (states.size(0) - 1) / std::max<int64_t>(most, 1) + 1, multiple = row_multiple(states);
  const int64_t rows = ((states.size(0) - 1) / slices / multiple + 1) * multiple;  // of like size
  auto buffer = at::empty({rows, weight.size(0)}, states.options());
  const RightFactor to_logits(weight.t(), states.size(0));
  for (int64_t first = 0; first < states.size(0); first += rows) {
    const int64_t count = std::min(rows, states.size(0) - first);
    auto logits = buffer.narrow(0, 0, count);
    to_logits.multiply(states.narrow(0, first, count), logits);
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
    auto weight_gradient = at::empty_like(weight, weight.options().dtype(type));
    const RightFactor back(weight, states.size(0));
    for_each_slice(states, weight, [&](int64_t first, int64_t count, Tensor& logits) {
      const auto slice_targets = targets.narrow(0, first, count);
      loss += slice_loss(logits, slice_targets, smoothing, /*gradient=*/true);
      auto slice_gradient = states_gradient.narrow(0, first, count);
      back.multiply(logits, slice_gradient);
      take_product(logits.t(), states.narrow(0, first, count), /*add=*/first > 0, weight_gradient);
    });
    context->save_for_backward({states_gradient, weight_gradient});
    return loss;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    // A GPU isn't asked, since that would be to wait for it.
    const bool scales = !gradients[0].is_cpu() || gradients[0].item<double>() != 1.0;
    const auto scaled = [&](const Tensor& gradient) {  // in place: nobody else has it
      return (scales ? gradient.mul_(gradients[0]) : gradient).to(saved[0].scalar_type());
    };
    return {scaled(saved[0]), scaled(saved[1]), Tensor(), Tensor()};
  }

  // sum = left right, or, where `add`, sum += left right
  static void take_product(const Tensor& left, const Tensor& right, bool add, Tensor& sum) {
    if (sum.scalar_type() == left.scalar_type()) {
      RightFactor(right, left.size(0)).multiply(left, sum, {.add = add});
    } else if (add) {
      sum.add_(at::mm(left, right));
    } else {
      sum.copy_(at::mm(left, right));
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
    loss += slice_loss(logits, targets.narrow(0, first, count), smoothing, /*gradient=*/false);
  });
  return loss;
}

}  // namespace tfm
