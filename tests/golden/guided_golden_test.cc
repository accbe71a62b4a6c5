// Guided alignment against PyTorch's own layers: the same weights and links give the same objective and gradients.
// tests/golden/make_guided_golden.py says how data/guided_*.safetensors were made.
#include <gtest/gtest.h>

#include <algorithm>

#include "golden_model.h"
#include "training/objective.h"

namespace tfm {
namespace {

constexpr double kGuidanceWeight = 0.5;

// Through make_batch, which must give the file's own batch.
Batch guided_batch(const SafetensorsFile& file) {
  const auto sources = pieces(file.tensors.at("source")), targets = pieces(file.tensors.at("target_output"));
  const auto places = file.tensors.at("links");  // [3, N], those of a target piece together
  std::vector<Alignment> links(sources.size());
  for (int64_t i = 0; i < places.size(1); ++i) {
    const auto place = [&](int64_t which) { return static_cast<int32_t>(places[which][i].item<int64_t>()); };
    links[static_cast<std::size_t>(place(0))].push_back({.source = place(2), .target = place(1)});
  }
  std::vector<EncodedPair> pairs;
  for (std::size_t i = 0; i < sources.size(); ++i) pairs.push_back({sources[i], targets[i], links[i]});
  return make_batch(pairs, kSpecial, kSpecial);
}

class GuidedGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(GuidedGolden, ObjectiveAndGradientsAreTheReferences) {
  const auto file = read_safetensors(std::string(TFM_TEST_DATA) + "/guided_" + GetParam() + ".safetensors");
  auto model = golden_model(file);
  const auto batch = guided_batch(file);
  ASSERT_TRUE(at::equal(batch.target_input, file.tensors.at("target_input")));
  ASSERT_TRUE(at::equal(batch.links.places, file.tensors.at("links")));
  const auto heads = GetParam() == "first" ? GuidedHeads::kFirst : GuidedHeads::kAverage;
  const Objective objective{.label_smoothing = kLabelSmoothing,
                            .guidance = AlignmentGuidance{.weight = kGuidanceWeight, .layer = 0, .heads = heads}};
  Dropout none;
  const auto loss = summed_loss(model, batch, objective, none);
  const auto near = [&](const at::Tensor& got, const std::string& name) {
    const auto expected = file.tensors.at(name).item<double>();
    EXPECT_NEAR(got.item<double>(), expected, kFloat32Tolerance * expected) << name;
  };
  near(loss.alignment, "alignment_loss");
  near(loss.total, "loss");
  loss.total.backward();
  for (const auto& [name, gradient] : with_prefix(file, "gradient.")) {
    const auto difference = (model->named_parameters()[name].grad() - gradient).abs().max().item<double>();
    EXPECT_LT(difference, kFloat32Tolerance * std::max(1.0, gradient.abs().max().item<double>())) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Heads, GuidedGolden, ::testing::Values("average", "first"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace tfm
