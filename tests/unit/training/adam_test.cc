#include "training/adam.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adamw.h>

#include <map>

#include "training/gradients.h"

namespace tfm {
namespace {

TrainingConfig settings() {
  TrainingConfig config;
  config.weight_decay = 0.01;
  config.adam_epsilon = 1e-9;
  return config;
}

std::vector<at::Tensor> parameters(uint64_t seed) {
  at::manual_seed(seed);
  return {at::randn({5, 3}).requires_grad_(), at::randn({7}).requires_grad_()};
}

Adam::NamedParameters named(const std::vector<at::Tensor>& tensors) {
  Adam::NamedParameters result;
  for (std::size_t i = 0; i < tensors.size(); ++i) result.emplace_back("p" + std::to_string(i), tensors[i]);
  return result;
}

// Any smooth function with different gradients each time.
void set_gradients(const std::vector<at::Tensor>& tensors, int64_t step) {
  for (const auto& tensor : tensors) {
    tensor.mutable_grad() = (tensor.detach() * static_cast<double>(step)).sin() + 0.1;
  }
}

TEST(Adam, EqualsPyTorchsAdamW) {
  auto ours = parameters(1), theirs = parameters(1);
  const auto config = settings();
  Adam adam(named(ours), config);
  torch::optim::AdamW reference(theirs, torch::optim::AdamWOptions(0.01)
                                            .betas({config.adam_beta1, config.adam_beta2})
                                            .eps(config.adam_epsilon)
                                            .weight_decay(config.weight_decay));
  for (int64_t step = 1; step <= 10; ++step) {
    set_gradients(ours, step);
    set_gradients(theirs, step);
    adam.update(0.01);
    reference.step();
  }
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_TRUE(ours[i].allclose(theirs[i], 1e-5, 1e-7));
}

TEST(Adam, GoesOnFromItsStoredStateBitForBit) {
  auto straight = parameters(2), resumed = parameters(2);
  Adam first(named(straight), settings());
  std::map<std::string, at::Tensor> stored;
  for (int64_t step = 1; step <= 6; ++step) {
    set_gradients(straight, step);
    first.update(0.01);
    if (step == 3) {
      for (const auto& [name, tensor] : first.state()) stored[name] = tensor.clone();
      const at::NoGradGuard no_grad;
      for (std::size_t i = 0; i < resumed.size(); ++i) resumed[i].copy_(straight[i]);
    }
  }
  Adam second(named(resumed), settings());
  second.load_state(stored, 3);
  for (int64_t step = 4; step <= 6; ++step) {
    set_gradients(resumed, step);
    second.update(0.01);
  }
  for (std::size_t i = 0; i < straight.size(); ++i) EXPECT_TRUE(straight[i].equal(resumed[i]));
}

TEST(Adam, ClearsTheGradientsItHasUsed) {
  auto tensors = parameters(3);
  Adam adam(named(tensors), settings());
  set_gradients(tensors, 1);
  adam.update(0.01);
  for (const auto& tensor : tensors) EXPECT_FALSE(tensor.grad().defined());
}

TEST(Gradients, TheirNormIsThatOfOneLongVector) {
  const auto tensors = parameters(4);
  set_gradients(tensors, 1);
  const auto all = at::cat({tensors[0].grad().flatten(), tensors[1].grad().flatten()});
  EXPECT_NEAR(global_gradient_norm(tensors).item<double>(), all.norm().item<double>(), 1e-6);
}

TEST(Gradients, ClippingShortensWhatIsTooLongOnly) {
  const auto tensors = parameters(5);
  set_gradients(tensors, 1);
  const auto before = tensors[0].grad().clone();
  const auto norm = global_gradient_norm(tensors);
  clip_gradients(tensors, norm, 1000.0);
  EXPECT_TRUE(tensors[0].grad().equal(before));
  clip_gradients(tensors, norm, 0.0);  // 0 turns it off
  EXPECT_TRUE(tensors[0].grad().equal(before));
  clip_gradients(tensors, norm, 0.5);
  EXPECT_NEAR(global_gradient_norm(tensors).item<double>(), 0.5, 1e-5);
}

}  // namespace
}  // namespace tfm
