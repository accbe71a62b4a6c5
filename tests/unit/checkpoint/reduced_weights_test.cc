#include "checkpoint/reduced_weights.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "../file_testing.h"
#include "checkpoint/weights.h"

namespace tfm {
namespace {

NamedTensors some_weights() {
  at::manual_seed(1);
  return {{"embedding.weight", at::randn({7, 6})},
          {"encoder.position_embedding.weight", at::randn({4, 6})},
          {"decoder.layers.0.feed_forward.inner.weight", at::randn({5, 6})},
          {"decoder.layers.0.feed_forward.inner.bias", at::randn({5})},
          {"decoder.norm.weight", at::randn({6})}};
}

std::map<std::string, at::Tensor> restored(const NamedTensors& stored) {
  const ScratchFolder folder;
  save_weights(folder / "model.safetensors", stored, "a vocabulary");
  return load_weights(folder / "model.safetensors", "a vocabulary");
}

std::map<std::string, at::Tensor> as_map(const NamedTensors& tensors) { return {tensors.begin(), tensors.end()}; }

TEST(ReducedWeights, MatricesAloneAreReduced) {
  for (const auto type : {WeightType::kBfloat16, WeightType::kInt8}) {
    const auto stored = type == WeightType::kInt8 ? at::kChar : at::kBFloat16;
    const auto reduced = as_map(reduced_weights(some_weights(), type));
    for (const auto& [name, tensor] : some_weights()) {
      const bool is_matrix = tensor.dim() == 2 && name.find("position") == std::string::npos;
      EXPECT_EQ(reduced.at(name).scalar_type(), is_matrix ? stored : at::kFloat) << name;
      EXPECT_EQ(reduced.contains(name + ".scales"), is_matrix && type == WeightType::kInt8) << name;
      EXPECT_TRUE(is_matrix || reduced.at(name).equal(tensor)) << name;
    }
  }
}

TEST(ReducedWeights, ComeBackUnderTheirNamesWithinWhatRoundingTakes) {
  for (const auto& [type, most] : {std::pair(WeightType::kFloat32, 0.0), std::pair(WeightType::kBfloat16, 0.02),
                                   std::pair(WeightType::kInt8, 0.02)}) {
    const auto weights = restored(reduced_weights(some_weights(), type));
    ASSERT_EQ(weights.size(), some_weights().size());
    for (const auto& [name, tensor] : some_weights()) {
      EXPECT_EQ(weights.at(name).scalar_type(), at::kFloat);
      EXPECT_LE((weights.at(name) - tensor).abs().max().item<double>(), most) << name;
    }
  }
}

TEST(ReducedWeights, AreTheSameWhenReducedOnceMore) {
  const auto reduced = reduced_weights(some_weights(), WeightType::kInt8);
  const auto once = as_map(reduced);
  const auto weights = restored(reduced);
  const auto twice = as_map(reduced_weights({weights.begin(), weights.end()}, WeightType::kInt8));
  for (const auto& [name, tensor] : once) EXPECT_TRUE(twice.at(name).allclose(tensor, 1e-6, 0.0)) << name;
}

}  // namespace
}  // namespace tfm
