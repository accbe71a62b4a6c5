// Translating with the fast decoder of src/inference.
#pragma once

#include <memory>
#include <vector>

#include "decoding/decoding_model.h"
#include "inference/inference_model.h"
#include "text/tokenizer.h"

namespace tfm {

class InferenceDecoding : public DecodingModel {
 public:
  InferenceDecoding(std::shared_ptr<const InferenceModel> model, const AligningAttention& attention,
                    const SpecialIds& source_ids, const SpecialIds& target_ids);

  NextTokenModel start(const std::vector<std::vector<int32_t>>& sources, bool with_attention) const override;
  std::vector<Alignment> align(const std::vector<EncodedPair>& pairs, int64_t batch_tokens) const override;
  int64_t max_length() const override { return model_->max_length; }
  bool is_shareable() const override { return true; }

 private:
  std::vector<std::vector<int64_t>> attended(const std::vector<EncodedPair>& pairs) const;

  std::shared_ptr<const InferenceModel> model_;
  AligningAttention attention_;
  int64_t source_eos_, target_bos_;
};

}  // namespace tfm
