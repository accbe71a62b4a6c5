#include "inference/inference_model.h"

#include "inference/weight_layout.h"

namespace tfm {
namespace {

// The layers one after the other: of no more than one are weights there twice.
template <typename Layer>
std::vector<Layer> layers(int64_t count, WeightLayout& layout, Layer (WeightLayout::*layer)(int64_t)) {
  std::vector<Layer> all;
  for (int64_t i = 0; i < count; ++i) all.push_back((layout.*layer)(i));
  return all;
}

}  // namespace

void InferenceSide::embed(const int64_t* pieces, const int64_t* places, int64_t count, float* x) const {
  for (int64_t i = 0; i < count; ++i, x += shape.d_model) {
    embedding.copy_row(pieces[i], embedding_scale, x);
    positions.add_to(x, places[i]);
  }
}

InferenceModel::InferenceModel(const ModelConfig& config, const Vocabulary& vocabulary, WeightSource& weights,
                               WeightType type)
    : InferenceModel(config, WeightLayout(config, vocabulary, weights, type)) {}

InferenceModel::InferenceModel(const ModelConfig& config, WeightLayout layout)
    : max_length(tfm::max_length(config)),
      placement(config.norm),
      encoder_layers(layers(config.encoder_layers, layout, &WeightLayout::encoder_layer)),
      decoder_layers(layers(config.decoder_layers, layout, &WeightLayout::decoder_layer)),
      output(layout.output()),
      source(layout.source(output)),
      target(layout.target(output)) {}

}  // namespace tfm
