// A vocabulary and models with random weights: enough for what must hold whatever a model has learnt.
#pragma once

#include <string>
#include <vector>

#include "../model/small_model.h"
#include "codec/text_codec.h"
#include "core/random.h"
#include "decoding/translator.h"
#include "torch_decoding/transformer_model.h"

namespace tfm::testing {

inline const std::vector<std::string> kToyWords = {"red",   "blue", "cat", "dog", "house",
                                                   "river", "红",   "蓝",  "猫",  "狗"};

inline std::vector<std::string> toy_lines(int64_t count, uint64_t seed) {
  RandomStream random(stream_key(seed, "toy lines", {}));
  std::vector<std::string> lines;
  for (int64_t i = 0; i < count; ++i) {
    std::string line;
    for (uint64_t word = 0, words = 2 + random.below(5); word < words; ++word) {
      line += (word > 0 ? " " : "") + kToyWords[random.below(kToyWords.size())];
    }
    lines.push_back(line);
  }
  return lines;
}

inline const Tokenizers& toy_vocabulary() {
  static const Tokenizers tokenizers = [] {
    TokenizerConfig config;
    config.vocab_size = 34;
    const auto lines = toy_lines(300, 1);
    std::size_t next = 0;
    const auto trained = train_tokenizer(
        config, [&] { return next < lines.size() ? std::optional(lines[next++]) : std::nullopt; }, "the toy lines");
    const auto tokenizer = std::make_shared<const Tokenizer>(Tokenizer::from_bytes(trained.model_bytes, "toy"));
    return Tokenizers{tokenizer, tokenizer};
  }();
  return tokenizers;
}

inline TextCodec toy_codec() { return {toy_vocabulary(), DataConfig{}}; }

inline Transformer toy_transformer(uint64_t seed) {
  const auto size = toy_vocabulary().target->vocab_size();
  Transformer model(small_config(), Vocabulary{.source_size = size, .target_size = size, .shared = true});
  model->initialize(seed);
  model->eval();
  return model;
}

// With the fast decoder.
inline EnsembleMember toy_member(const Transformer& model, double weight = 1.0) {
  const auto& ids = toy_vocabulary().target->special_ids();
  return {decoding_model(model, aligning_attention({}, model->config()), ids, ids), weight};
}

inline DecodingConfig toy_decoding() {
  DecodingConfig config;
  config.beam_size = 4;
  config.max_length_extra = 6;
  return config;
}

inline std::vector<SourceLine> source_lines(const std::vector<std::string>& texts) {
  std::vector<SourceLine> lines;
  for (const auto& text : texts) lines.push_back({.text = text});
  return lines;
}

}  // namespace tfm::testing
