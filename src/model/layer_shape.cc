#include "model/layer_shape.h"

namespace tfm {

LayerShape encoder_shape(const ModelConfig& config) {
  return {.d_model = config.d_model,
          .num_heads = config.num_heads,
          .kv_heads = config.num_heads,
          .ffn_dim = config.ffn_dim,
          .score_kind = config.encoder_attention.value_or(config.attention),
          .window = config.encoder_window.value_or(config.attention_window)};
}

LayerShape decoder_shape(const ModelConfig& config) {
  const int64_t heads = config.decoder_num_heads.value_or(config.num_heads);
  return {.d_model = config.decoder_d_model.value_or(config.d_model),
          .num_heads = heads,
          .kv_heads = config.decoder_kv_heads.value_or(heads),
          .ffn_dim = config.decoder_ffn_dim.value_or(config.ffn_dim),
          .score_kind = config.decoder_attention.value_or(config.attention),
          .window = config.decoder_window.value_or(config.attention_window)};
}

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
          .score_kind = config.cross_attention.value_or(config.attention),
          .rotary = false,
          .biases = config.biases};
}

}  // namespace tfm
