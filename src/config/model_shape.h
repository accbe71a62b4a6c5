// The sizes of a model's parts, out of its config.
#pragma once

#include <cstdint>

#include "config/config.h"

namespace tfm {

struct Vocabulary {
  int64_t source_size = 0;
  int64_t target_size = 0;
  bool shared = false;  // one vocabulary for both sides
};
// Whether both sides have one embedding.
bool has_one_embedding(const ModelConfig& config, const Vocabulary& vocabulary);

// One side's layers.
struct LayerShape {
  int64_t d_model;
  int64_t num_heads;
  int64_t kv_heads;  // of self-attention and, in the decoder, cross-attention
  int64_t ffn_dim;
  AttentionScore score_kind;  // of self-attention
  int64_t window;             // of self-attention; 0: none

  int64_t head_dim() const { return d_model / num_heads; }
};
LayerShape encoder_shape(const ModelConfig& config);
LayerShape decoder_shape(const ModelConfig& config);
AttentionScore cross_attention_score(const ModelConfig& config);

// The longest sequence that there are positions for, marks included; without end but for learned positions.
int64_t max_length(const ModelConfig& config);

}  // namespace tfm
