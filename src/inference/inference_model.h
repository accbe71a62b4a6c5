// The Transformer as translating on a CPU wants it: weights laid out once for the products they meet, plain rows of
// numbers instead of tensors, no padding, and nothing that the next use would have to be kept from: several threads may
// translate with one. The same function as model/transformer.h, which it is held against; it needs no LibTorch.
#pragma once

#include <optional>
#include <vector>

#include "config/model_shape.h"
#include "inference/feed_forward_map.h"
#include "inference/linear_map.h"
#include "inference/norm_map.h"
#include "inference/position_map.h"
#include "kernels/past_attention.h"
#include "weights/weight.h"

namespace tfm {

// The parameters of additive scores, w and b [H, K]; without numbers where scores are dot products.
struct AdditiveScores {
  Weight weight = {}, bias = {};

  bool are_used() const { return weight.numbers != nullptr; }
  AdditiveParameters parameters() const { return {weight.numbers.get(), bias.numbers.get()}; }
};

struct InferenceEncoderLayer {
  NormMap attention_norm;
  LinearMap query_key_value, attention_output;
  AdditiveScores attention_scores;
  NormMap feed_forward_norm;
  FeedForwardMap feed_forward;
};

struct InferenceDecoderLayer {
  NormMap attention_norm;
  LinearMap query_key_value, attention_output;
  AdditiveScores attention_scores;
  NormMap cross_attention_norm;
  LinearMap cross_query, cross_key_value, cross_output;
  AdditiveScores cross_scores;
  NormMap feed_forward_norm;
  FeedForwardMap feed_forward;
};

// Embeddings with their positions, and what the last layer goes through, of one side.
struct InferenceSide {
  LayerShape shape;
  WeightMatrix embedding;  // [V, D]
  float embedding_scale;
  PositionMap positions;
  std::optional<RotaryMap> rotary;
  std::optional<NormMap> norm;

  // [pieces, D], piece i standing at positions[i]
  void embed(const int64_t* pieces, const int64_t* positions, int64_t count, float* x) const;
};

class WeightLayout;

class InferenceModel {
 public:
  // Reads each weight once, one after the other: see weight_shapes.h, whose names and shapes `weights` must have.
  InferenceModel(const ModelConfig& config, const Vocabulary& vocabulary, WeightSource& weights,
                 WeightType type = WeightType::kFloat32);

  int64_t max_length;  // see config/model_shape.h
  NormPlacement placement;
  std::vector<InferenceEncoderLayer> encoder_layers;
  std::vector<InferenceDecoderLayer> decoder_layers;
  LinearMap output;  // [D] -> [V]
  InferenceSide source, target;

 private:
  InferenceModel(const ModelConfig& config, WeightLayout layout);
};

// x += sublayer(x), with the norm where the model has it. `sublayer(input, x)` adds to x, [rows, D], what it makes of
// its input, which may be x.
template <typename Sublayer>
void add_sublayer(NormPlacement placement, const NormMap& norm, float* x, int64_t rows, float* normed,
                  const Sublayer& sublayer) {
  if (placement == NormPlacement::kPre) {
    norm(x, rows, normed);
    sublayer(normed, x);
  } else {
    sublayer(x, x);
    norm(x, rows, x);
  }
}

}  // namespace tfm
