// What hypotheses see of their source: the encoder's keys and values in one decoder layer, projected once for each
// sentence and laid out for the products of attention.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inference/buffer.h"
#include "inference/source_encoder.h"

namespace tfm {

class DecoderMemory {
 public:
  DecoderMemory(const InferenceDecoderLayer& layer, const LayerShape& shape, const EncodedSentences& encoded);

  // Memory that a call of attend() needs.
  struct Scratch {
    Buffer weights, attended;
  };
  // Of `rows` hypotheses of one sentence, all heads: softmax(q K^T / sqrt(K)) V. queries and `to`: [rows, H * K].
  // `weights`, where given, gets the softmax of each row: [rows, H, pieces].
  void attend(int64_t sentence, const float* queries, int64_t rows, float* to, Scratch& scratch, float* weights) const;
  int64_t pieces(int64_t sentence) const;

 private:
  void lay_out_keys(const float* projected);
  void attend_additively(int64_t sentence, const float* queries, int64_t rows, float* to, float* weights) const;

  int64_t heads_, kv_heads_, head_dim_;
  std::vector<int64_t> starts_;      // of the sentences' pieces
  std::vector<int64_t> key_starts_;  // of the sentences' keys
  AdditiveParameters additive_;
  // Of each sentence and head, scaled by 1 / sqrt(K): [K, pieces in whole vectors]; of additive scores as `values_`.
  std::shared_ptr<float[]> keys_;
  std::shared_ptr<float[]> values_;  // [pieces, G * K], and a vector's room behind them
};

}  // namespace tfm
