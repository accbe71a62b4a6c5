// Our Transformer against PyTorch's own layers: the same weights give the same logits, loss and gradients.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "checkpoint/safetensors.h"
#include "checkpoint/weights.h"
#include "model/transformer.h"
#include "training/objective.h"

namespace tfm {
namespace {

constexpr int64_t kPad = 0;

ModelConfig golden_config(NormPlacement norm) {
  ModelConfig config;
  config.d_model = 8;
  config.num_heads = 2;
  config.ffn_dim = 16;
  config.encoder_layers = config.decoder_layers = 2;
  config.dropout = 0.0;
  config.norm = norm;
  return config;
}

std::map<std::string, at::Tensor> with_prefix(const SafetensorsFile& file, const std::string& prefix) {
  std::map<std::string, at::Tensor> found;
  for (const auto& [name, tensor] : file.tensors) {
    if (name.starts_with(prefix)) found[name.substr(prefix.size())] = tensor;
  }
  return found;
}

Batch golden_batch(const SafetensorsFile& file) {
  Batch batch;
  batch.source = file.tensors.at("source");
  batch.target_input = file.tensors.at("target_input");
  batch.target_output = file.tensors.at("target_output");
  batch.source_mask = batch.source != kPad;
  batch.target_mask = batch.target_output != kPad;
  batch.source_is_padded = batch.target_is_padded = true;
  return batch;
}

class ModelGolden : public ::testing::TestWithParam<NormPlacement> {
 protected:
  ModelGolden() {
    const bool pre = GetParam() == NormPlacement::kPre;
    file_ = read_safetensors(std::string(TFM_TEST_DATA) + (pre ? "/model_pre.safetensors" : "/model_post.safetensors"));
    const int64_t vocabulary = file_.tensors.at("weight.embedding.weight").size(0);
    model_ = Transformer(golden_config(GetParam()), Vocabulary{vocabulary, vocabulary, true});
    assign_weights(*model_, with_prefix(file_, "weight."), "the golden file");
  }

  SafetensorsFile file_;
  Transformer model_{nullptr};
};

TEST_P(ModelGolden, LogitsArePyTorchs) {
  const at::NoGradGuard no_grad;
  const auto batch = golden_batch(file_);
  Dropout none;
  const auto logits =
      model_->logits(model_->decode(batch.target_input, model_->encode(batch.source, batch.source_mask, none), none));
  const auto real = batch.target_mask.unsqueeze(2);
  // float32 through four layers: about 1e-6 of values near 1.
  EXPECT_TRUE((logits * real).allclose(file_.tensors.at("logits") * real, 1e-4, 1e-5));
}

TEST_P(ModelGolden, LossAndGradientsArePyTorchs) {
  Dropout none;
  const auto loss = summed_loss(model_, golden_batch(file_), /*label_smoothing=*/0.1, none);
  EXPECT_NEAR(loss.item<double>(), file_.tensors.at("loss").item<double>(), 1e-4);
  loss.backward();
  const auto expected = with_prefix(file_, "gradient.");
  for (const auto& entry : model_->named_parameters()) {
    EXPECT_TRUE(entry.value().grad().allclose(expected.at(entry.key()), 1e-3, 1e-4)) << entry.key();
  }
}

INSTANTIATE_TEST_SUITE_P(Norm, ModelGolden, ::testing::Values(NormPlacement::kPre, NormPlacement::kPost),
                         [](const auto& instance) { return instance.param == NormPlacement::kPre ? "Pre" : "Post"; });

}  // namespace
}  // namespace tfm
