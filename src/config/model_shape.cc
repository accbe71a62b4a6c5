#include "config/model_shape.h"

#include <limits>

namespace tfm {

bool has_one_embedding(const ModelConfig& config, const Vocabulary& vocabulary) {
  return vocabulary.shared && config.tie_embeddings == TiedEmbeddings::kAll;
}

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

AttentionScore cross_attention_score(const ModelConfig& config) {
  return config.cross_attention.value_or(config.attention);
}

int64_t max_length(const ModelConfig& config) {
  return config.positions == Positions::kLearned ? config.max_positions : std::numeric_limits<int64_t>::max();
}

}  // namespace tfm
