#include "model/layer_shape.h"

namespace tfm {

AttentionOptions self_attention_options(const LayerShape& shape, const ModelConfig& config) {
  return {.query_dim = shape.d_model,
          .memory_dim = shape.d_model,
          .num_heads = shape.num_heads,
          .kv_heads = shape.kv_heads,
          .score_kind = shape.score_kind,
          .rotary = config.positions == Positions::kRotary,
          .biases = config.biases};
}

AttentionOptions cross_attention_options(const ModelConfig& config) {
  const auto shape = decoder_shape(config);
  return {.query_dim = shape.d_model,
          .memory_dim = config.d_model,
          .num_heads = shape.num_heads,
          .kv_heads = shape.kv_heads,
          .score_kind = cross_attention_score(config),
          .rotary = false,
          .biases = config.biases};
}

}  // namespace tfm
