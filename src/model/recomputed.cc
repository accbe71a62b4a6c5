#include "model/recomputed.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/custom_class.h>

#include <algorithm>

namespace tfm {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// What the backward pass needs besides the inputs; the class that LibTorch keeps foreign values in.
struct KeptPart : torch::CustomClassHolder {
  KeptPart(ModelPart part, const Dropout& dropout) : compute(std::move(part)), dropout_before(dropout) {}
  ModelPart compute;
  Dropout dropout_before;
};

struct Recomputed : public torch::autograd::Function<Recomputed> {
  static at::Tensor forward(AutogradContext* context, const c10::intrusive_ptr<KeptPart>& part, Dropout* dropout,
                            const variable_list& inputs) {
    context->saved_data["part"] = c10::IValue::make_capsule(part);
    context->save_for_backward(inputs);
    return part->compute(inputs, *dropout);  // without gradients, as every function's forward
  }

  // The parameters' gradients are added where they belong by the inner backward pass.
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto kept = c10::static_intrusive_pointer_cast<KeptPart>(context->saved_data["part"].toCapsule());
    variable_list inputs;
    for (const auto& input : context->get_saved_variables()) {
      inputs.push_back(input.detach().set_requires_grad(input.requires_grad()));
    }
    const at::AutoGradMode with_gradients(true);
    Dropout dropout = kept->dropout_before;
    torch::autograd::backward({kept->compute(inputs, dropout)}, gradients);
    variable_list result{at::Tensor(), at::Tensor()};  // of the arguments that are no tensors
    for (const auto& input : inputs) result.push_back(input.grad());
    return result;
  }
};

}  // namespace

at::Tensor recomputed(const ModelPart& part, std::vector<at::Tensor> inputs, Dropout& dropout) {
  if (!at::GradMode::is_enabled()) return part(inputs, dropout);
  // Behind frozen embeddings no input asks for a gradient, but the part's parameters do.
  const auto wants_gradient = [](const at::Tensor& input) { return input.requires_grad(); };
  if (std::ranges::none_of(inputs, wants_gradient)) inputs.front() = inputs.front().detach().set_requires_grad(true);
  return Recomputed::apply(c10::make_intrusive<KeptPart>(part, dropout), &dropout, inputs);
}

}  // namespace tfm
