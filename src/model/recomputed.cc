#include "model/recomputed.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/custom_class.h>

namespace tfm {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// What the backward pass needs besides the inputs; the class that LibTorch keeps foreign values in.
struct KeptLayer : torch::CustomClassHolder {
  KeptLayer(LayerFunction layer, const Dropout& dropout) : compute(std::move(layer)), dropout_before(dropout) {}
  LayerFunction compute;
  Dropout dropout_before;
};

at::Tensor as_leaf(const at::Tensor& input) {
  return input.defined() ? input.detach().set_requires_grad(input.requires_grad()) : input;
}

struct Recomputed : public torch::autograd::Function<Recomputed> {
  // An undefined tensor would count as an input that wants a gradient: hence the optional one.
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const std::optional<at::Tensor>& given,
                            const c10::intrusive_ptr<KeptLayer>& layer, Dropout* dropout) {
    const auto memory = given.value_or(at::Tensor());
    context->saved_data["layer"] = c10::IValue::make_capsule(layer);
    context->save_for_backward({x, memory});
    return layer->compute(x, memory, *dropout);  // without gradients, as every function's forward
  }

  // The parameters' gradients are added where they belong by the inner backward pass.
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto layer = c10::static_intrusive_pointer_cast<KeptLayer>(context->saved_data["layer"].toCapsule());
    const auto saved = context->get_saved_variables();
    const auto x = as_leaf(saved[0]), memory = as_leaf(saved[1]);
    const at::AutoGradMode with_gradients(true);
    Dropout dropout = layer->dropout_before;
    torch::autograd::backward({layer->compute(x, memory, dropout)}, gradients);
    return {x.grad(), memory.defined() ? memory.grad() : at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor recomputed(const LayerFunction& layer, at::Tensor x, const at::Tensor& memory, Dropout& dropout) {
  if (!at::GradMode::is_enabled()) return layer(x, memory, dropout);
  // Behind frozen embeddings no input asks for a gradient, but the layer's parameters may.
  if (!x.requires_grad()) x = x.detach().set_requires_grad(true);
  const auto given = memory.defined() ? std::optional(memory) : std::nullopt;
  return Recomputed::apply(x, given, c10::make_intrusive<KeptLayer>(layer, dropout), &dropout);
}

}  // namespace tfm
