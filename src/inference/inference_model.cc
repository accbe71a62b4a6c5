#include "inference/inference_model.h"

#include <ATen/ATen.h>

#include <cmath>

#include "core/concat.h"

namespace tfm {
namespace {

InferenceSide make_side(const LayerShape& shape, const ModelConfig& config, EmbeddingMap embedding,
                        const PositionalEncoding& positions, const Norm& norm) {
  const int64_t head_dim = shape.d_model / shape.num_heads;
  const float scale = config.scale_embeddings ? std::sqrt(static_cast<float>(shape.d_model)) : 1.0F;
  return {.shape = shape,
          .embedding = std::move(embedding),
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

void read(const LayingOut& how, const std::string& prefix) {
  if (how.read) how.read(prefix);
}

TransformerImpl& with_all_read(TransformerImpl& model, const LayingOut& how) {
  read(how, "");
  return model;
}

// One after the other: where the model gives them up, no more than one is there twice.
template <typename Module, typename LaidOut, typename LayOut>
std::vector<LaidOut> layers(torch::nn::ModuleListImpl& modules, const std::string& prefix, const Layout& layout,
                            const LayingOut& how, const LayOut& lay_out) {
  std::vector<LaidOut> result;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    read(how, concat(prefix, i, "."));
    result.push_back(lay_out(*modules[i]->template as<Module>(), layout));
    if (how.gives_up) give_up_matrices(*modules[i]);
  }
  return result;
}

// Where the output layer has the same weights, one copy does for both.
EmbeddingMap embedding_map(const torch::nn::Embedding& embedding, TransformerImpl& model, const LinearMap& output,
                           bool gives_up) {
  const bool is_tied = embedding->weight.is_alias_of(model.output_weight());
  if (gives_up && is_tied && output.packed() != nullptr) return EmbeddingMap(*output.packed());
  return EmbeddingMap(embedding->weight.detach());
}

}  // namespace

void InferenceSide::embed(const int64_t* pieces, const int64_t* places, int64_t count, float* x) const {
  for (int64_t i = 0; i < count; ++i, x += shape.d_model) {
    embedding.look_up(pieces[i], embedding_scale, x);
    positions.add_to(x, places[i]);
  }
}

bool InferenceModel::takes(TransformerImpl& model) {
  return model.takes_packed() && model.output_weight().scalar_type() == at::kFloat;
}

InferenceModel::InferenceModel(TransformerImpl& model, const LayingOut& how)
    : placement(model.config().norm),
      encoder_layers(layers<EncoderLayer, InferenceEncoderLayer>(*model.encoder_layers, "encoder.layers.",
                                                                 {model.config(), how.type}, how, encoder_layer)),
      decoder_layers(layers<DecoderLayer, InferenceDecoderLayer>(*model.decoder_layers, "decoder.layers.",
                                                                 {model.config(), how.type}, how, decoder_layer)),
      output(with_all_read(model, how).output_weight(), how.type),
      source(make_side(encoder_shape(model.config()), model.config(),
                       embedding_map(model.source_embedding, model, output, how.gives_up), model.source_positions,
                       model.encoder_norm)),
      target(make_side(decoder_shape(model.config()), model.config(),
                       embedding_map(model.target_embedding, model, output, how.gives_up), model.target_positions,
                       model.decoder_norm)) {
  if (!how.gives_up) return;
  // What the sides still need they hold themselves.
  for (auto& module : {model.source_embedding, model.target_embedding}) give_up_matrices(*module);
  if (model.output) give_up_matrices(*model.output);
}

}  // namespace tfm
