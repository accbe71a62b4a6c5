#include "library/opened_model.h"

#include <algorithm>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "decoding/inference_decoding.h"
#include "inference/weight_shapes.h"
#include "weights/model_files.h"

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

}  // namespace

TextCodec ModelSetup::codec() const {
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

OpenedModel open_model(const std::filesystem::path& path) {
  const auto files = find_model(path);
  auto config = load_config(files.config);
  check_model_section(files, config.model);
  auto tokenizers = Tokenizers::load(files.tokenizer);
  WeightsFile weights(files.weights, tokenizers.fingerprint());
  check_shapes(weight_shapes(config.model, vocabulary_of(tokenizers)), weights);
  return {{std::move(tokenizers), std::move(config)}, std::move(weights)};
}

Vocabulary vocabulary_of(const Tokenizers& tokenizers) {
  return {.source_size = tokenizers.source->vocab_size(),
          .target_size = tokenizers.target->vocab_size(),
          .shared = tokenizers.shared()};
}

std::shared_ptr<const DecodingModel> lay_out(OpenedModel& model, WeightType type) {
  const auto laid_out =
      std::make_shared<const InferenceModel>(model.config.model, vocabulary_of(model.tokenizers), model.weights, type);
  return std::make_shared<InferenceDecoding>(laid_out, aligning_attention(model.config.training, model.config.model),
                                             model.tokenizers.source->special_ids(),
                                             model.tokenizers.target->special_ids());
}

}  // namespace tfm
