#include "training/optimizer.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <map>

#include "training/gradients.h"

namespace tfm {
namespace {

std::vector<TrainingConfig> optimizer_settings() {
  TrainingConfig adamw, adam, sgd, momentum, nesterov;
  adam.optimizer = OptimizerKind::kAdam;
  sgd.optimizer = momentum.optimizer = nesterov.optimizer = OptimizerKind::kSgd;
  momentum.momentum = nesterov.momentum = 0.9;
  nesterov.nesterov = true;
  std::vector<TrainingConfig> all{adamw, adam, sgd, momentum, nesterov};
  for (auto& config : all) config.weight_decay = 0.01;
  return all;
}

std::vector<at::Tensor> random_parameters(uint64_t seed) {
  at::manual_seed(seed);
  return {at::randn({5, 3}).requires_grad_(), at::randn({7}).requires_grad_()};
}

std::unique_ptr<Optimizer> optimizer_of(const std::vector<at::Tensor>& tensors, const TrainingConfig& config) {
  Optimizer::NamedParameters named;
  for (std::size_t i = 0; i < tensors.size(); ++i) named.emplace_back("p" + std::to_string(i), tensors[i]);
  return make_optimizer(named, config);
}

// Any smooth function with different gradients each time.
void set_gradients(const std::vector<at::Tensor>& tensors, int64_t step) {
  for (const auto& tensor : tensors) {
    tensor.mutable_grad() = (tensor.detach() * static_cast<double>(step)).sin() + 0.1;
  }
}

void update(Optimizer& optimizer, const std::vector<at::Tensor>& tensors, int64_t first, int64_t last) {
  for (int64_t step = first; step <= last; ++step) {
    set_gradients(tensors, step);
    optimizer.update(0.01 / static_cast<double>(step));
  }
}

std::vector<std::string> names_of(const Optimizer::NamedParameters& state) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : state) names.push_back(name);
  return names;
}

TEST(Optimizer, GoesOnFromItsStoredStateBitForBit) {
  for (const auto& config : optimizer_settings()) {
    const auto straight = random_parameters(2), resumed = random_parameters(2);
    const auto first = optimizer_of(straight, config);
    update(*first, straight, 1, 3);
    std::map<std::string, at::Tensor> stored;
    for (const auto& [name, tensor] : first->state()) stored[name] = tensor.clone();
    for (std::size_t i = 0; i < resumed.size(); ++i) resumed[i].detach().copy_(straight[i]);
    update(*first, straight, 4, 6);
    const auto second = optimizer_of(resumed, config);
    second->load_state(stored, 3);
    update(*second, resumed, 4, 6);
    for (std::size_t i = 0; i < straight.size(); ++i) EXPECT_TRUE(straight[i].equal(resumed[i]));
  }
}

TEST(Optimizer, ClearsTheGradientsItHasUsed) {
  for (const auto& config : optimizer_settings()) {
    const auto tensors = random_parameters(3);
    update(*optimizer_of(tensors, config), tensors, 1, 1);
    for (const auto& tensor : tensors) EXPECT_FALSE(tensor.grad().defined());
  }
}

// Checkpoints hold these names.
TEST(Optimizer, NamesItsState) {
  const auto tensors = random_parameters(1);
  const std::vector<std::string> moments{"first_moment.p0", "first_moment.p1", "second_moment.p0", "second_moment.p1"};
  const std::vector<std::string> buffers{"momentum_buffer.p0", "momentum_buffer.p1"};
  std::vector<std::vector<std::string>> names;
  for (const auto& config : optimizer_settings()) names.push_back(names_of(optimizer_of(tensors, config)->state()));
  EXPECT_EQ(names, (std::vector<std::vector<std::string>>{moments, moments, {}, buffers, buffers}));
}

TEST(Optimizer, AdamAndAdamWAreOneWithoutWeightDecay) {
  const auto one = random_parameters(6), other = random_parameters(6);
  TrainingConfig config;
  update(*optimizer_of(one, config), one, 1, 5);
  config.optimizer = OptimizerKind::kAdam;
  update(*optimizer_of(other, config), other, 1, 5);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i].equal(other[i]));
}

TEST(Optimizer, RefusesAStateThatIsNotItsOwn) {
  const auto tensors = random_parameters(1);
  const auto adam = optimizer_of(tensors, TrainingConfig{});
  std::map<std::string, at::Tensor> state;
  EXPECT_THROW(adam->load_state(state, 1), c10::Error);
  for (const auto& [name, tensor] : adam->state()) state[name] = at::zeros({2});
  EXPECT_THROW(adam->load_state(state, 1), c10::Error);
}

TEST(Gradients, TheirNormIsThatOfOneLongVector) {
  const auto tensors = random_parameters(4);
  set_gradients(tensors, 1);
  const auto all = at::cat({tensors[0].grad().flatten(), tensors[1].grad().flatten()});
  EXPECT_NEAR(global_gradient_norm(tensors).item<double>(), all.norm().item<double>(), 1e-6);
}

TEST(Gradients, ClippingShortensWhatIsTooLongOnly) {
  const auto tensors = random_parameters(5);
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
