#include "inference/weight_layout.h"

#include <algorithm>
#include <cmath>

#include "core/concat.h"

namespace tfm {

InferenceEncoderLayer WeightLayout::encoder_layer(int64_t number) {
  const auto layer = concat("encoder.layers.", number), attention = layer + ".self_attention";
  return {.attention_norm = norm(attention + "_residual.norm"),
          .query_key_value = linear({attention + ".query", attention + ".key", attention + ".value"}),
          .attention_output = linear({attention + ".output"}),
          .attention_scores = scores(attention),
          .feed_forward_norm = norm(layer + ".feed_forward_residual.norm"),
          .feed_forward = feed_forward(layer + ".feed_forward")};
}

InferenceDecoderLayer WeightLayout::decoder_layer(int64_t number) {
  const auto layer = concat("decoder.layers.", number);
  const auto attention = layer + ".self_attention", cross = layer + ".cross_attention";
  return {.attention_norm = norm(attention + "_residual.norm"),
          .query_key_value = linear({attention + ".query", attention + ".key", attention + ".value"}),
          .attention_output = linear({attention + ".output"}),
          .attention_scores = scores(attention),
          .cross_attention_norm = norm(cross + "_residual.norm"),
          .cross_query = linear({cross + ".query"}),
          .cross_key_value = linear({cross + ".key", cross + ".value"}),
          .cross_output = linear({cross + ".output"}),
          .cross_scores = scores(cross),
          .feed_forward_norm = norm(layer + ".feed_forward_residual.norm"),
          .feed_forward = feed_forward(layer + ".feed_forward")};
}

LinearMap WeightLayout::output() {
  if (config_.tie_embeddings == TiedEmbeddings::kNone) return LinearMap(matrix("output"));
  return LinearMap(matrix(has_one_embedding(config_, vocabulary_) ? "embedding" : "target_embedding"));
}

InferenceSide WeightLayout::source(const LinearMap& output) {
  const bool is_output = has_one_embedding(config_, vocabulary_);
  return side(encoder_shape(config_), is_output ? output.weights() : matrix("source_embedding"), "encoder");
}

InferenceSide WeightLayout::target(const LinearMap& output) {
  const bool is_output = config_.tie_embeddings != TiedEmbeddings::kNone;
  return side(decoder_shape(config_), is_output ? output.weights() : matrix("target_embedding"), "decoder");
}

InferenceSide WeightLayout::side(const LayerShape& shape, WeightMatrix embedding, const std::string& name) {
  const float scale = config_.scale_embeddings ? std::sqrt(static_cast<float>(shape.d_model)) : 1.0F;
  const bool has_norm = config_.norm == NormPlacement::kPre, is_rotary = config_.positions == Positions::kRotary;
  return {
      .shape = shape,
      .embedding = std::move(embedding),
      .embedding_scale = scale,
      .positions = PositionMap(config_.positions, shape.d_model, read_if_there(name + ".position_embedding.weight")),
      .rotary = is_rotary ? std::optional(RotaryMap(shape.head_dim())) : std::nullopt,
      .norm = has_norm ? std::optional(norm(name + ".norm")) : std::nullopt};
}

LinearMap WeightLayout::linear(const std::vector<std::string>& names) {
  if (names.size() == 1) return LinearMap(matrix(names.front()), read_if_there(names.front() + ".bias").numbers);
  std::vector<Weight> weights;
  int64_t outputs = 0, from = 0;
  for (const auto& name : names) {
    weights.push_back(weights_.read(name + ".weight"));
    outputs += weights.back().shape[0];
    from = weights.back().shape[1];
  }
  const auto all = numbers<float>(outputs * from), biases = numbers<float>(outputs);
  std::fill_n(biases.get(), outputs, 0.0F);
  bool has_bias = false;
  int64_t row = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::copy_n(weights[i].numbers.get(), weights[i].size(), all.get() + row * from);
    const auto bias = read_if_there(names[i] + ".bias");
    if (bias.numbers) std::copy_n(bias.numbers.get(), bias.size(), biases.get() + row);
    has_bias = has_bias || bias.numbers;
    row += weights[i].shape[0];
  }
  return LinearMap(WeightMatrix(all.get(), outputs, from, type_, pages_), has_bias ? biases : nullptr);
}

NormMap WeightLayout::norm(const std::string& name) {
  return {weights_.read(name + ".weight"), read_if_there(name + ".bias"), config_.norm_type};
}

AdditiveScores WeightLayout::scores(const std::string& attention) {
  return {.weight = read_if_there(attention + ".score.weight"), .bias = read_if_there(attention + ".score.bias")};
}

FeedForwardMap WeightLayout::feed_forward(const std::string& name) {
  const auto inner = name + ".inner";
  const bool has_gate = config_.activation == Activation::kSwiglu;
  return {has_gate ? linear({name + ".gate", inner}) : linear({inner}), linear({name + ".outer"}), config_.activation};
}

WeightMatrix WeightLayout::matrix(const std::string& name) {
  const auto weight = weights_.read(name + ".weight");
  return {weight.numbers.get(), weight.shape[0], weight.shape[1], type_, pages_};
}

Weight WeightLayout::read_if_there(const std::string& name) {
  return weights_.contains(name) ? weights_.read(name) : Weight{};
}

}  // namespace tfm
