#include "benchmark/useful_flops.h"

#include <ATen/ATen.h>

#include "benchmark/part_names.h"

namespace tfm {
namespace {

struct Lengths {
  double tokens = 0.0;   // summed over the sentences
  double squares = 0.0;  // of each sentence's, summed
};

at::Tensor lengths_of(const at::Tensor& mask) { return mask.sum(1).to(at::kDouble); }  // [B, L] -> [B]

Lengths summed(const at::Tensor& lengths) {
  return {lengths.sum().item<double>(), lengths.square().sum().item<double>()};
}

double product(double rows, int64_t from, int64_t to) {
  return 2.0 * rows * static_cast<double>(from) * static_cast<double>(to);
}

double feed_forward(double tokens, const LayerShape& shape, const ModelConfig& config) {
  const int matrices = config.activation == Activation::kSwiglu ? 3 : 2;
  return matrices * product(tokens, shape.d_model, shape.ffn_dim);
}

// Projections of queries and outputs, of keys and values, and the products of queries with keys and weights with values
// over so many pairs of places.
double attention(double queries, double keys, double place_pairs, const LayerShape& shape, int64_t memory_dim) {
  const int64_t memory = shape.kv_heads * (shape.d_model / shape.num_heads);
  return 2.0 * product(queries, shape.d_model, shape.d_model) + 2.0 * product(keys, memory_dim, memory) +
         4.0 * place_pairs * static_cast<double>(shape.d_model);
}

}  // namespace

std::map<std::string, double> useful_forward_flops(const Transformer& model, const Batch& batch) {
  const auto& config = model->config();
  const auto encoder = encoder_shape(config), decoder = decoder_shape(config);
  const auto source_lengths = lengths_of(batch.source_mask), target_lengths = lengths_of(batch.target_mask);
  const auto source = summed(source_lengths), target = summed(target_lengths);
  const double crossed = (source_lengths * target_lengths).sum().item<double>();
  const auto encoder_layers = static_cast<double>(config.encoder_layers);
  const auto decoder_layers = static_cast<double>(config.decoder_layers);
  return {
      {parts::kEncoderSelfAttention,
       encoder_layers * attention(source.tokens, source.tokens, source.squares, encoder, encoder.d_model)},
      {parts::kEncoderFeedForward, encoder_layers * feed_forward(source.tokens, encoder, config)},
      {parts::kDecoderSelfAttention,
       decoder_layers * attention(target.tokens, target.tokens, target.squares / 2.0, decoder, decoder.d_model)},
      {parts::kCrossAttention,
       decoder_layers * attention(target.tokens, source.tokens, crossed, decoder, encoder.d_model)},
      {parts::kDecoderFeedForward, decoder_layers * feed_forward(target.tokens, decoder, config)},
      {parts::kLoss, product(target.tokens, decoder.d_model, model->vocabulary().target_size)},
  };
}

}  // namespace tfm
