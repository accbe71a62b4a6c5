#include "model/recomputed.h"

#include <gtest/gtest.h>

#include "small_model.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_model;

constexpr DropoutRates kAllKinds{.residual = 0.2, .attention = 0.2, .activation = 0.2, .word = 0.2};

// The loss of some pairs, and afterwards each parameter's gradient.
double loss_and_gradients(Transformer& model, bool recompute, std::vector<Tensor>& gradients) {
  model->zero_grad();
  model->recompute_activations(recompute);
  Dropout dropout(kAllKinds, 5);
  const auto encoded = model->encode(random_tokens(3, 9, 1), dropout);
  const auto loss = model->logits(model->decode(random_tokens(3, 7, 2), encoded, dropout)).square().mean();
  loss.backward();
  for (const auto& parameter : model->parameters()) gradients.push_back(parameter.grad());
  return loss.item<double>();
}

// What the decoder's layers tell the encoder is added up in another order: hence the tolerance, of float32's rounding.
TEST(Recomputed, GivesTheSameLossAndGradients) {
  for (const auto& variant : testing::variants()) {
    auto model = small_model(variant.config);
    std::vector<Tensor> kept, computed_again;
    EXPECT_EQ(loss_and_gradients(model, false, kept), loss_and_gradients(model, true, computed_again));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto name = model->named_parameters().keys()[i];
      ASSERT_TRUE(computed_again[i].defined()) << variant.name << " " << name;
      const double difference = (kept[i] - computed_again[i]).abs().max().item<double>();
      EXPECT_LE(difference, 1e-5 * std::max(1e-3, kept[i].abs().max().item<double>())) << variant.name << " " << name;
    }
  }
}

TEST(Recomputed, ReachesTheLayersBehindFrozenEmbeddings) {
  auto model = small_model();
  model->source_embedding->weight.set_requires_grad(false);
  std::vector<Tensor> gradients;
  loss_and_gradients(model, true, gradients);
  for (const auto& entry : model->named_parameters()) {
    EXPECT_EQ(entry.value().grad().defined(), entry.value().requires_grad()) << entry.key();
  }
}

// What a layer keeps for its backward pass is the memory of training.
TEST(Recomputed, KeepsNothingOfWhatIsInTheLayer) {
  c10::weak_intrusive_ptr<c10::StorageImpl> inner(
      c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(), 0, at::getCPUAllocator(), false));
  const auto layer = [&](const Tensor& x, const Tensor&, Dropout&) {
    const auto activation = x * 2.0;
    inner = c10::weak_intrusive_ptr<c10::StorageImpl>(
        c10::intrusive_ptr<c10::StorageImpl>::reclaim_copy(activation.storage().unsafeGetStorageImpl()));
    return activation * activation;
  };
  const auto x = at::ones({3, 2}).requires_grad_();
  Dropout none;
  const auto kept = layer(x, {}, none);
  EXPECT_FALSE(inner.expired());
  const auto not_kept = recomputed(layer, x, {}, none);
  EXPECT_TRUE(inner.expired());
  not_kept.sum().backward();
  EXPECT_TRUE(x.grad().equal(at::full({3, 2}, 8.0)));
}

}  // namespace
}  // namespace tfm
