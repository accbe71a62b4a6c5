#include "library/loaded_model.h"

#include <algorithm>
#include <utility>

#include "checkpoint/model_folder.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"

namespace tfm {

namespace {

std::vector<std::string> known_tags(const Config& config) {
  std::vector<std::string> tags = config.tokenizer.symbols;
  for (const CorpusConfig& corpus : config.data.train) {
    if (corpus.tag) tags.push_back(*corpus.tag);
  }
  return tags;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += concat(text.empty() ? "" : ", ", word);
  return text;
}

bool always_tagged(const DataConfig& data) {
  return !data.train.empty() &&
         std::ranges::all_of(data.train, [](const CorpusConfig& corpus) { return corpus.tag.has_value(); });
}

LoadedModel begin_to_load(const std::filesystem::path& path) {
  const auto files = find_model(path);
  const auto config = load_config(files.config);
  check_model_section(files, config.model);
  auto tokenizers = Tokenizers::load(files.tokenizer);
  WeightsFile weights(files.weights, tokenizers.fingerprint());
  auto model = build_transformer(config.model, tokenizers);
  auto pending = std::make_shared<PendingWeights>(*model, std::move(weights));
  return {std::move(model), std::move(tokenizers), config, std::nullopt, std::move(pending)};
}

}  // namespace

TextCodec LoadedModel::codec() const {
  const auto tags = known_tags(config);
  if (tag && std::ranges::find(tags, *tag) == tags.end()) {
    throw UserError(concat("--tag ", *tag, ": the model wasn't trained with this tag; ",
                           tags.empty() ? "it has none" : "it has " + joined(tags)));
  }
  if (!tag && always_tagged(config.data)) {
    log::warning(concat("the model was trained with a tag before each source sentence (", joined(tags),
                        "), and none is given: add --tag"));
  }
  return {tokenizers, config.data, tag};
}

LoadedModel load_model(const std::filesystem::path& path, at::Device device) {
  auto loaded = begin_to_load(path);
  std::exchange(loaded.pending, nullptr)->read("");
  loaded.model->to(device);
  return loaded;
}

LoadedModel load_to_translate(const std::filesystem::path& path, at::Device device) {
  return device.is_cpu() ? begin_to_load(path) : load_model(path, device);
}

DecodingModel decoding_model(const LoadedModel& loaded) {
  DecodingModel result{loaded.model, aligning_attention(loaded.config.training, loaded.config.model)};
  if (loaded.pending) {
    result.read = [pending = loaded.pending](const std::string& prefix) { pending->read(prefix); };
  }
  return result;
}

Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers) {
  return Transformer(config, Vocabulary{.source_size = tokenizers.source->vocab_size(),
                                        .target_size = tokenizers.target->vocab_size(),
                                        .shared = tokenizers.shared()});
}

}  // namespace tfm
