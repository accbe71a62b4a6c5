// Our optimizers, clipping and schedules against PyTorch's; tests/golden/make_optimizer_golden.py says how its numbers
// were made. The settings go through the config's own reading.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/config.h"
#include "core/concat.h"
#include "training/gradients.h"
#include "training/optimizer.h"
#include "training/schedule.h"

namespace tfm {
namespace {

using nlohmann::json;

// Both sides do the same few operations on doubles, in another order.
constexpr double kRoundingOfDoubles = 1e-12;
// Ten updates that each round to float32, of parameters up to 6.
constexpr double kAfterTenUpdates = 1e-5;

const json& optimizer_golden() {
  static const json data = json::parse(std::ifstream(TFM_TEST_DATA "/optimizer_golden.json"));
  return data;
}

TrainingConfig training_settings(const json& training) {
  const auto text =
      concat(R"({"data": {"train": [{"source": "none", "target": "none"}]}, "training": )", training.dump(), "}");
  return parse_config(text, "the golden file", ".").training;
}

std::vector<at::Tensor> tensors(const json& values, at::ScalarType type) {
  std::vector<at::Tensor> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto numbers = values[i].get<std::vector<double>>();
    const auto shape = optimizer_golden()["shapes"][i].get<std::vector<int64_t>>();
    result.push_back(at::tensor(numbers, at::kDouble).reshape(shape).to(type));
  }
  return result;
}

void update(Optimizer& optimizer, const std::vector<at::Tensor>& parameters, const std::vector<at::Tensor>& gradients,
            double max_norm, double rate) {
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i].mutable_grad() = gradients[i];
  clip_gradients(parameters, global_gradient_norm(parameters), max_norm);
  optimizer.update(rate);
}

void expect_pytorchs_updates(const json& expected, at::ScalarType type, double tolerance) {
  const auto config = training_settings(expected["training"]);
  const LearningRateSchedule schedule(config);
  const auto parameters = tensors(optimizer_golden()["initial"], type);
  Optimizer::NamedParameters named;
  for (const auto& parameter : parameters) named.emplace_back(concat("p", named.size()), parameter.requires_grad_());
  const auto optimizer = make_optimizer(named, config);
  for (std::size_t i = 0; i < expected["parameters"].size(); ++i) {
    const auto rate = schedule.rate(static_cast<int64_t>(i) + 1);
    update(*optimizer, parameters, tensors(optimizer_golden()["gradients"][i], type), config.clip_norm, rate);
    const auto theirs = tensors(expected["parameters"][i], type);
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const auto difference = (parameters[p].detach() - theirs[p]).abs().max().item<double>();
      EXPECT_LE(difference, tolerance) << "update " << i + 1 << ", parameter " << p;
    }
  }
}

TEST(OptimizerGolden, EachUpdateIsPyTorchs) {
  EXPECT_GE(optimizer_golden()["updates"].size(), 12U);
  for (const auto& [name, expected] : optimizer_golden()["updates"].items()) {
    SCOPED_TRACE(name);
    expect_pytorchs_updates(expected, at::kDouble, kRoundingOfDoubles);
    expect_pytorchs_updates(expected, at::kFloat, kAfterTenUpdates);
  }
}

TEST(ScheduleGolden, EachLearningRateIsPyTorchs) {
  EXPECT_GE(optimizer_golden()["schedules"].size(), 9U);
  for (const auto& [name, expected] : optimizer_golden()["schedules"].items()) {
    SCOPED_TRACE(name);
    const auto config = training_settings(expected["training"]);
    const LearningRateSchedule schedule(config);
    for (std::size_t i = 0; i < expected["rates"].size(); ++i) {
      const auto ours = schedule.rate(static_cast<int64_t>(i) + 1);
      EXPECT_NEAR(ours, expected["rates"][i].get<double>(), kRoundingOfDoubles * config.learning_rate)
          << "update " << i + 1;
    }
  }
}

}  // namespace
}  // namespace tfm
