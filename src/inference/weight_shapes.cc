#include "inference/weight_shapes.h"

#include "core/concat.h"

namespace tfm {
namespace {

class WeightShapes {
 public:
  explicit WeightShapes(const ModelConfig& config) : config_(config) {}

  void embedding(const std::string& name, int64_t pieces, int64_t d_model) {
    shapes_[name + ".weight"] = {pieces, d_model};
  }

  void positions(const std::string& side, int64_t d_model) {
    if (config_.positions != Positions::kLearned) return;
    shapes_[side + ".position_embedding.weight"] = {config_.max_positions, d_model};
  }

  void linear(const std::string& name, int64_t to, int64_t from, bool with_bias) {
    shapes_[name + ".weight"] = {to, from};
    if (with_bias) shapes_[name + ".bias"] = {to};
  }

  void norm(const std::string& name, int64_t d_model) {
    shapes_[name + ".weight"] = {d_model};
    if (config_.norm_type == NormKind::kLayer && config_.biases) shapes_[name + ".bias"] = {d_model};
  }

  // memory_dim: width of what is attended to
  void attention(const std::string& name, const LayerShape& shape, int64_t memory_dim, AttentionScore score) {
    const bool is_additive = score == AttentionScore::kAdditive;
    const int64_t keys = shape.kv_heads * shape.head_dim();
    linear(name + ".query", shape.d_model, shape.d_model, config_.biases && !is_additive);
    linear(name + ".key", keys, memory_dim, config_.biases && !is_additive);
    linear(name + ".value", keys, memory_dim, config_.biases);
    linear(name + ".output", shape.d_model, shape.d_model, config_.biases);
    norm(name + "_residual.norm", shape.d_model);
    if (!is_additive) return;
    shapes_[name + ".score.weight"] = {shape.num_heads, shape.head_dim()};
    shapes_[name + ".score.bias"] = {shape.num_heads, shape.head_dim()};
  }

  void feed_forward(const std::string& name, const LayerShape& shape) {
    linear(name + ".inner", shape.ffn_dim, shape.d_model, config_.biases);
    if (config_.activation == Activation::kSwiglu) linear(name + ".gate", shape.ffn_dim, shape.d_model, config_.biases);
    linear(name + ".outer", shape.d_model, shape.ffn_dim, config_.biases);
    norm(name + "_residual.norm", shape.d_model);
  }

  std::map<std::string, std::vector<int64_t>> shapes_;

 private:
  const ModelConfig& config_;
};

}  // namespace

std::map<std::string, std::vector<int64_t>> weight_shapes(const ModelConfig& config, const Vocabulary& vocabulary) {
  const auto encoder = encoder_shape(config), decoder = decoder_shape(config);
  WeightShapes all(config);
  if (has_one_embedding(config, vocabulary)) {
    all.embedding("embedding", vocabulary.source_size, encoder.d_model);
  } else {
    all.embedding("source_embedding", vocabulary.source_size, encoder.d_model);
    all.embedding("target_embedding", vocabulary.target_size, decoder.d_model);
  }
  all.positions("encoder", encoder.d_model);
  all.positions("decoder", decoder.d_model);
  for (int64_t i = 0; i < config.encoder_layers; ++i) {
    const auto layer = concat("encoder.layers.", i);
    all.attention(layer + ".self_attention", encoder, encoder.d_model, encoder.score_kind);
    all.feed_forward(layer + ".feed_forward", encoder);
  }
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    const auto layer = concat("decoder.layers.", i);
    all.attention(layer + ".self_attention", decoder, decoder.d_model, decoder.score_kind);
    all.attention(layer + ".cross_attention", decoder, encoder.d_model, cross_attention_score(config));
    all.feed_forward(layer + ".feed_forward", decoder);
  }
  if (config.norm == NormPlacement::kPre) {
    all.norm("encoder.norm", encoder.d_model);
    all.norm("decoder.norm", decoder.d_model);
  }
  if (config.tie_embeddings == TiedEmbeddings::kNone) {
    all.linear("output", vocabulary.target_size, decoder.d_model, /*with_bias=*/false);
  }
  return all.shapes_;
}

}  // namespace tfm
