// The sizes of one side's layers, out of the model's config.
#pragma once

#include "model/attention.h"

namespace tfm {

struct LayerShape {
  int64_t d_model;
  int64_t num_heads;
  int64_t kv_heads;  // of self-attention and, in the decoder, cross-attention
  int64_t ffn_dim;
  AttentionScore score_kind;  // of self-attention
  int64_t window;             // of self-attention; 0: none
};
LayerShape encoder_shape(const ModelConfig& config);
LayerShape decoder_shape(const ModelConfig& config);

AttentionOptions self_attention_options(const LayerShape& shape, const ModelConfig& config);
AttentionOptions cross_attention_options(const ModelConfig& config);

}  // namespace tfm
