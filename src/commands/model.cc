#include "commands/model.h"

#include "checkpoint/model_folder.h"
#include "checkpoint/weights.h"

namespace tfm {

LoadedModel load_model(const std::filesystem::path& path, at::Device device) {
  const auto files = find_model(path);
  const auto config = load_config(files.config);
  auto tokenizers = Tokenizers::load(files.tokenizer);
  const auto weights = load_weights(files.weights, tokenizers.fingerprint());
  auto model = build_transformer(config.model, tokenizers);
  assign_weights(*model, weights, files.weights.string());
  model->to(device);
  return {std::move(model), std::move(tokenizers), config};
}

Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers) {
  return Transformer(config, Vocabulary{.source_size = tokenizers.source->vocab_size(),
                                        .target_size = tokenizers.target->vocab_size(),
                                        .shared = tokenizers.shared()});
}

}  // namespace tfm
