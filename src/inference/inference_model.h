// The Transformer as translating on a CPU wants it: weights laid out once for the products they meet, plain rows of
// numbers instead of tensors, no padding, and nothing that the next use would have to be kept from: several threads may
// translate with one. The same function as model/transformer.h, whose modules it is made from and held against.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "inference/embedding_map.h"
#include "inference/feed_forward_map.h"
#include "inference/linear_map.h"
#include "inference/norm_map.h"
#include "inference/position_map.h"
#include "model/transformer.h"

namespace tfm {

struct InferenceEncoderLayer {
  NormMap attention_norm;
  LinearMap query_key_value, attention_output;
  NormMap feed_forward_norm;
  FeedForwardMap feed_forward;
};

struct InferenceDecoderLayer {
  NormMap attention_norm;
  LinearMap query_key_value, attention_output;
  NormMap cross_attention_norm;
  LinearMap cross_query, cross_key_value, cross_output;
  NormMap feed_forward_norm;
  FeedForwardMap feed_forward;
};

// Embeddings with their positions, and what the last layer goes through, of one side.
struct InferenceSide {
  LayerShape shape;
  EmbeddingMap embedding;
  float embedding_scale;
  PositionMap positions;
  std::optional<RotaryMap> rotary;
  std::optional<NormMap> norm;

  int64_t head_dim() const { return shape.d_model / shape.num_heads; }
  // [pieces, D], piece i standing at positions[i]
  void embed(const int64_t* pieces, const int64_t* positions, int64_t count, float* x) const;
};

// How a model is laid out for the fast decoder.
struct LayingOut {
  WeightType type = WeightType::kFloat32;
  // Of what is laid out the model itself keeps nothing, to save memory; it can't compute any more.
  bool gives_up = false;
  // Called before weights are looked at, with the beginning of their names, "" for all that are left: a model that is
  // only now read gets them then.
  std::function<void(const std::string& prefix)> read = {};
};

class InferenceModel {
 public:
  // Whether there is one for such a model: float32 on the CPU, and no additive scores.
  static bool takes(TransformerImpl& model);
  // Shares the embeddings with `model`; the other weights are copies.
  explicit InferenceModel(TransformerImpl& model, const LayingOut& how = {});

  NormPlacement placement;
  std::vector<InferenceEncoderLayer> encoder_layers;
  std::vector<InferenceDecoderLayer> decoder_layers;
  LinearMap output;  // [D] -> [V]
  InferenceSide source, target;
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
