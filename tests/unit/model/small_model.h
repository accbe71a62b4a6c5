// Transformers small enough to look into, with weights that have structure: for tests.
#pragma once

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

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

struct Variant {
  std::string name;
  ModelConfig config;
};
inline void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

// Every choice that the config offers, by itself, and many of them together.
inline std::vector<Variant> variants() {
  const auto with = [](const std::function<void(ModelConfig&)>& change) {
    auto config = small_config();
    change(config);
    return config;
  };
  return {
      {"Pre", small_config()},
      {"Post", small_config(NormPlacement::kPost)},
      {"Additive", with([](ModelConfig& c) { c.attention = AttentionScore::kAdditive; })},
      {"AdditiveCross", with([](ModelConfig& c) { c.cross_attention = AttentionScore::kAdditive; })},
      {"Learned", with([](ModelConfig& c) { c.positions = Positions::kLearned, c.max_positions = 32; })},
      {"Rotary", with([](ModelConfig& c) { c.positions = Positions::kRotary; })},
      {"NoPositions", with([](ModelConfig& c) { c.positions = Positions::kNone; })},
      {"Window", with([](ModelConfig& c) { c.attention_window = 2; })},
      {"AdditiveWindow", with([](ModelConfig& c) {
         c.attention = AttentionScore::kAdditive, c.encoder_window = 3, c.decoder_window = 1;
       })},
      {"Rms", with([](ModelConfig& c) { c.norm_type = NormKind::kRms; })},
      {"Gelu", with([](ModelConfig& c) { c.activation = Activation::kGelu; })},
      {"Swiglu", with([](ModelConfig& c) { c.activation = Activation::kSwiglu; })},
      {"NoBiases", with([](ModelConfig& c) { c.biases = false; })},
      {"OtherDecoder", with([](ModelConfig& c) {
         c.decoder_d_model = 24, c.decoder_num_heads = 2, c.decoder_ffn_dim = 8, c.decoder_layers = 1;
         c.tie_embeddings = TiedEmbeddings::kTarget;
       })},
      {"Untied", with([](ModelConfig& c) { c.tie_embeddings = TiedEmbeddings::kNone, c.scale_embeddings = false; })},
      {"MultiQuery", with([](ModelConfig& c) { c.decoder_kv_heads = 1; })},
      {"Modern", with([](ModelConfig& c) {
         c.positions = Positions::kRotary, c.norm_type = NormKind::kRms, c.activation = Activation::kSwiglu;
         c.biases = false, c.decoder_kv_heads = 2, c.attention_window = 4;
       })},
  };
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
