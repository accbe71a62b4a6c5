#include "library/loaded_model.h"

#include <utility>

#include "checkpoint/weights.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {

std::shared_ptr<const DecodingModel> LoadedModel::decoding_model(WeightType type) const {
  return tfm::decoding_model(model, aligning_attention(config.training, config.model), tokenizers.source->special_ids(),
                             tokenizers.target->special_ids(), type);
}

LoadedModel load_model(const std::filesystem::path& path, at::Device device) {
  return load_model(open_model(path), device);
}

LoadedModel load_model(OpenedModel opened, at::Device device) {
  auto model = build_transformer(opened.config.model, opened.tokenizers);
  read_weights(*model, opened.weights);
  model->to(device);
  return {std::move(static_cast<ModelSetup&>(opened)), std::move(model)};
}

Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers) {
  return Transformer(config, vocabulary_of(tokenizers));
}

}  // namespace tfm
