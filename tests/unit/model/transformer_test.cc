#include "model/transformer.h"

#include <gtest/gtest.h>

#include "small_model.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_config;
using testing::small_model;

std::vector<std::string> parameter_names(const Transformer& model) {
  std::vector<std::string> names;
  for (const auto& entry : model->named_parameters()) names.push_back(entry.key());
  return names;
}

TEST(Transformer, NamesItsParametersAsAReaderExpects) {
  const auto names = parameter_names(small_model());
  for (const char* name : {"embedding.weight", "encoder.layers.1.self_attention.query.weight", "encoder.norm.weight",
                           "decoder.layers.0.cross_attention.key.weight", "decoder.layers.1.feed_forward.inner.bias",
                           "decoder.layers.0.self_attention_residual.norm.bias"}) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
}

TEST(Transformer, TiesWhatTheConfigTies) {
  auto config = small_config();
  const auto size_of_embedding = testing::kSmallVocabulary * config.d_model;
  const auto all_tied = small_model(config, /*shared=*/true)->num_parameters();
  EXPECT_EQ(small_model(config, /*shared=*/false)->num_parameters(), all_tied + size_of_embedding);
  config.tie_embeddings = TiedEmbeddings::kNone;
  EXPECT_EQ(small_model(config, /*shared=*/true)->num_parameters(), all_tied + 2 * size_of_embedding);
}

TEST(Transformer, PostNormHasNoFinalNorm) {
  for (const auto& name : parameter_names(small_model(small_config(NormPlacement::kPost)))) {
    EXPECT_FALSE(name.starts_with("encoder.norm") || name.starts_with("decoder.norm")) << name;
  }
}

TEST(Transformer, InitialWeightsAreAFunctionOfTheSeed) {
  auto one = small_model(), same = small_model(), other = small_model(small_config(), true, 8);
  const auto weight = [](Transformer& model) { return model->named_parameters()["embedding.weight"]; };
  EXPECT_TRUE(weight(one).equal(weight(same)));
  EXPECT_FALSE(weight(one).equal(weight(other)));
  const auto norm = one->named_parameters()["encoder.norm.weight"];
  EXPECT_TRUE(norm.equal(at::ones_like(norm)));
}

TEST(Transformer, EveryParameterGetsAGradient) {
  for (const auto& variant : testing::variants()) {
    auto model = small_model(variant.config);
    Dropout dropout({.residual = 0.1}, 1);
    const auto encoded = model->encode(random_tokens(2, 5, 1), dropout);
    model->logits(model->decode(random_tokens(2, 6, 2), encoded, dropout)).square().mean().backward();
    for (const auto& entry : model->named_parameters()) {
      ASSERT_TRUE(entry.value().grad().defined()) << variant.name << " " << entry.key();
      if (!entry.key().ends_with("key.bias")) {  // adds the same to every score: softmax takes it out again
        EXPECT_GT(entry.value().grad().abs().max().item<double>(), 0.0) << variant.name << " " << entry.key();
      }
    }
  }
}

}  // namespace
}  // namespace tfm
