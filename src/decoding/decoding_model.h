// A model as translating sees it. Each way of computing one has a class of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "codec/encoded_pair.h"
#include "config/config.h"
#include "search/next_token_model.h"
#include "text/pharaoh.h"

namespace tfm {

// Which attention says what a translation's pieces come from.
struct AligningAttention {
  int64_t layer = 0;  // of the decoder, from 0
  GuidedHeads heads = GuidedHeads::kAverage;
};
// What training guides, or would guide: by default the average of all heads of the last layer but one (of the only
// layer where there is one), which aligns best by itself (Garg et al. 2019, section 3).
AligningAttention aligning_attention(const TrainingConfig& training, const ModelConfig& model);

class DecodingModel {
 public:
  DecodingModel() = default;
  DecodingModel(const DecodingModel&) = delete;
  DecodingModel& operator=(const DecodingModel&) = delete;
  virtual ~DecodingModel() = default;

  // Encodes the sources (piece ids without end mark, none empty) for a search. with_attention: for a coverage penalty.
  virtual NextTokenModel start(const std::vector<std::vector<int32_t>>& sources, bool with_attention) const = 0;
  // For each pair, between its pieces: the source piece that gets the most weight when a target piece is predicted. A
  // piece that looks at the end mark has no link. batch_tokens: positions of a batch on a side, at most.
  virtual std::vector<Alignment> align(const std::vector<EncodedPair>& pairs, int64_t batch_tokens) const = 0;
  // The longest sequence that there are positions for; see config/model_shape.h.
  virtual int64_t max_length() const = 0;
  // Whether several threads may use it at once.
  virtual bool is_shareable() const = 0;
};

// One that takes part in translating.
struct EnsembleMember {
  std::shared_ptr<const DecodingModel> model;
  double weight = 1.0;  // see ensemble.h
};

}  // namespace tfm
