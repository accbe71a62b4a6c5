// Translating with the Transformer as training has it: on any device, in LibTorch's operations. The fast decoder of
// src/inference is held against it.
#pragma once

#include <memory>
#include <vector>

#include "config/config.h"
#include "decoding/decoding_model.h"
#include "model/transformer.h"
#include "text/tokenizer.h"

namespace tfm {

class TransformerDecoding : public DecodingModel {
 public:
  // The model is shared, not copied.
  TransformerDecoding(Transformer model, const AligningAttention& attention, const SpecialIds& source_ids,
                      const SpecialIds& target_ids);

  NextTokenModel start(const std::vector<std::vector<int32_t>>& sources, bool with_attention) const override;
  std::vector<Alignment> align(const std::vector<EncodedPair>& pairs, int64_t batch_tokens) const override;
  int64_t max_length() const override;
  // It has tables that grow.
  bool is_shareable() const override { return false; }

 private:
  Transformer model_;
  AligningAttention attention_;
  SpecialIds source_ids_, target_ids_;
};

// The fastest that there is for this model where it is now: on a CPU the fast decoder, with a copy of its weights in
// this type. UserError where the type isn't for such a model.
std::shared_ptr<const DecodingModel> decoding_model(const Transformer& model, const AligningAttention& attention,
                                                    const SpecialIds& source_ids, const SpecialIds& target_ids,
                                                    WeightType type = WeightType::kFloat32);

}  // namespace tfm
