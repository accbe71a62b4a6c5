// A Transformer small enough to look into, with weights that have structure: for tests.
#pragma once

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include "model/transformer.h"

namespace tfm::testing {

inline constexpr int64_t kSmallVocabulary = 20;

inline ModelConfig small_config(NormPlacement norm = NormPlacement::kPre) {
  ModelConfig config;
  config.d_model = 16;
  config.num_heads = 4;
  config.ffn_dim = 32;
  config.encoder_layers = 2;
  config.decoder_layers = 2;
  config.dropout = 0.1;
  config.norm = norm;
  return config;
}

inline Transformer small_model(const ModelConfig& config = small_config(), bool shared = true, uint64_t seed = 7) {
  Transformer model(config,
                    Vocabulary{.source_size = kSmallVocabulary, .target_size = kSmallVocabulary, .shared = shared});
  model->initialize(seed);
  return model;
}

// Random piece ids, from 4 on (behind the special ones). [rows, length]
inline at::Tensor random_tokens(int64_t rows, int64_t length, uint64_t seed) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  return at::randint(4, kSmallVocabulary, {rows, length}, generator, at::kLong);
}

}  // namespace tfm::testing
