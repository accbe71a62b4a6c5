#include "operations/linear.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "kernels/element_rows.h"
#include "operations/matrix_product.h"
#include "operations/typed.h"

namespace tfm {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr int64_t kColumnsOfTask = 128;

template <typename T>
const T* data_or_null(const Tensor& tensor) {
  return tensor.defined() ? numbers_of<T>(tensor) : nullptr;
}

struct BeforeBias {
  Tensor gradient;  // of x W^T
  Tensor bias;      // its sums over the rows; undefined unless asked for
};

// gradient [N, O]; `output` is undefined where there is no ReLU.
BeforeBias back_through_bias(const Tensor& gradient, const Tensor& output, bool sums_wanted) {
  BeforeBias result{output.defined() ? at::empty_like(gradient) : gradient, Tensor()};
  if (sums_wanted) result.bias = at::empty({gradient.size(1)}, gradient.options());
  if (!output.defined() && !sums_wanted) return result;
  with_type_of(gradient, [&](auto zero) {
    using T = decltype(zero);
    const ReluGradient<T> of{numbers_of<T>(gradient), data_or_null<T>(output),
                             output.defined() ? mutable_numbers_of<T>(result.gradient) : nullptr,
                             sums_wanted ? mutable_numbers_of<T>(result.bias) : nullptr};
    const int64_t columns = gradient.size(1), tasks = (columns + kColumnsOfTask - 1) / kColumnsOfTask;
    at::parallel_for(0, tasks, /*grain_size=*/1, [&](int64_t first, int64_t end) {
      relu_gradient(of, gradient.size(0), columns, first * kColumnsOfTask, std::min(end * kColumnsOfTask, columns));
    });
  });
  return result;
}

// [..., I] -> [..., O]
Tensor forward_alone(const Tensor& x, const Tensor& weight, const Tensor& bias, bool relu) {
  const auto y = product(x.reshape({-1, x.size(-1)}), weight.t(), {.bias = bias, .relu = relu});
  auto sizes = x.sizes().vec();
  sizes.back() = weight.size(0);
  return y.view(sizes);
}

struct LinearFunction : public torch::autograd::Function<LinearFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight,
                        const std::optional<Tensor>& bias, bool relu) {
    const auto y = forward_alone(x, weight, bias.value_or(Tensor()), relu);
    context->save_for_backward({x, weight, relu ? y : Tensor()});
    context->saved_data["has_bias"] = bias.has_value();
    return y;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &x = saved[0], &weight = saved[1], &output = saved[2];
    const auto gradient = gradients[0].reshape({-1, weight.size(0)}).contiguous();
    const bool has_bias = context->saved_data["has_bias"].toBool();  // undefined inputs aren't counted
    const auto before = back_through_bias(gradient, output, has_bias && context->needs_input_grad(2));
    variable_list result(4);
    if (context->needs_input_grad(0)) {
      result[0] = product(before.gradient, weight).view(x.sizes());
    }
    if (context->needs_input_grad(1)) result[1] = product(before.gradient.t(), x.reshape({-1, x.size(-1)}));
    result[2] = before.bias;
    return result;
  }
};

Tensor apply(const Tensor& x, const Tensor& weight, const Tensor& bias, bool relu) {
  if (!has_kernels(x)) {
    const auto y = at::linear(x, weight, bias.defined() ? std::optional(bias) : std::nullopt);
    return relu ? at::relu(y) : y;
  }
  if (!at::GradMode::is_enabled()) return forward_alone(x, weight, bias, relu);
  return LinearFunction::apply(x, weight, bias.defined() ? std::optional(bias) : std::nullopt, relu);
}

}  // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) { return apply(x, weight, bias, false); }

Tensor linear_relu(const Tensor& x, const Tensor& weight, const Tensor& bias) { return apply(x, weight, bias, true); }

}  // namespace tfm
