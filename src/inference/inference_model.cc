#include "inference/inference_model.h"

#include <ATen/ATen.h>

#include <cmath>

namespace tfm {
namespace {

InferenceSide make_side(const LayerShape& shape, const ModelConfig& config, const torch::nn::Embedding& embedding,
                        const PositionalEncoding& positions, const Norm& norm) {
  const int64_t head_dim = shape.d_model / shape.num_heads;
  const float scale = config.scale_embeddings ? std::sqrt(static_cast<float>(shape.d_model)) : 1.0F;
  return {.shape = shape,
          .embedding = embedding->weight.detach(),
          .embedding_scale = scale,
          .positions = PositionMap(positions, config.positions, shape.d_model),
          .rotary = config.positions == Positions::kRotary ? std::optional(RotaryMap(head_dim)) : std::nullopt,
          .norm = norm ? std::optional(NormMap(norm, config.norm_type)) : std::nullopt};
}

// What layers are made of.
struct Layout {
  const ModelConfig& config;
  WeightType type;

  NormMap norm(const ResidualNorm& residual) const { return {residual->norm, config.norm_type}; }
  LinearMap linear(const std::vector<Linear>& maps) const { return {maps, type}; }
  FeedForwardMap feed_forward(const FeedForward& layer) const { return {layer, config.activation, type}; }
};

InferenceEncoderLayer encoder_layer(EncoderLayer::Impl& layer, const Layout& layout) {
  const auto& attention = layer.self_attention;
  return {.attention_norm = layout.norm(layer.self_attention_residual),
          .query_key_value = layout.linear({attention->query, attention->key, attention->value}),
          .attention_output = layout.linear({attention->output}),
          .feed_forward_norm = layout.norm(layer.feed_forward_residual),
          .feed_forward = layout.feed_forward(layer.feed_forward)};
}

InferenceDecoderLayer decoder_layer(DecoderLayer::Impl& layer, const Layout& layout) {
  const auto &attention = layer.self_attention, &cross = layer.cross_attention;
  return {.attention_norm = layout.norm(layer.self_attention_residual),
          .query_key_value = layout.linear({attention->query, attention->key, attention->value}),
          .attention_output = layout.linear({attention->output}),
          .cross_attention_norm = layout.norm(layer.cross_attention_residual),
          .cross_query = layout.linear({cross->query}),
          .cross_key_value = layout.linear({cross->key, cross->value}),
          .cross_output = layout.linear({cross->output}),
          .feed_forward_norm = layout.norm(layer.feed_forward_residual),
          .feed_forward = layout.feed_forward(layer.feed_forward)};
}

void give_up_matrices(const torch::nn::Module& layer) {
  for (auto& parameter : layer.parameters()) {
    if (parameter.dim() == 2) parameter.set_data(at::empty({0, 0}, parameter.options()));
  }
}

}  // namespace

void InferenceSide::embed(const int64_t* pieces, const int64_t* places, int64_t count, float* x) const {
  const auto* table = embedding.const_data_ptr<float>();
  for (int64_t i = 0; i < count; ++i, x += shape.d_model) {
    TORCH_CHECK(pieces[i] >= 0 && pieces[i] < embedding.size(0), "no piece ", pieces[i], " of ", embedding.size(0));
    const float* row = table + pieces[i] * shape.d_model;
    for (int64_t c = 0; c < shape.d_model; ++c) x[c] = row[c] * embedding_scale;
    positions.add_to(x, places[i]);
  }
}

bool InferenceModel::takes(TransformerImpl& model) {
  return model.takes_packed() && model.output_weight().scalar_type() == at::kFloat;
}

InferenceModel::InferenceModel(TransformerImpl& model, WeightType type, bool gives_up)
    : placement(model.config().norm),
      source(make_side(encoder_shape(model.config()), model.config(), model.source_embedding, model.source_positions,
                       model.encoder_norm)),
      target(make_side(decoder_shape(model.config()), model.config(), model.target_embedding, model.target_positions,
                       model.decoder_norm)),
      output(model.output_weight(), type) {
  const Layout layout{model.config(), type};
  for (const auto& module : *model.encoder_layers) {
    encoder_layers.push_back(encoder_layer(*module->as<EncoderLayer>(), layout));
    if (gives_up) give_up_matrices(*module);
  }
  for (const auto& module : *model.decoder_layers) {
    decoder_layers.push_back(decoder_layer(*module->as<DecoderLayer>(), layout));
    if (gives_up) give_up_matrices(*module);
  }
}

}  // namespace tfm
