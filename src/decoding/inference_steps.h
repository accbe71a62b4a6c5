// Searching with the fast decoder of src/inference.
#pragma once

#include <memory>
#include <vector>

#include "decoding/alignment.h"
#include "inference/inference_model.h"
#include "search/next_token_model.h"
#include "text/tokenizer.h"

namespace tfm {

// sources: as search_translations() takes them. with_attention: for a coverage penalty.
NextTokenModel inference_next_token_model(const std::shared_ptr<const InferenceModel>& model,
                                          const AligningAttention& attention,
                                          const std::vector<std::vector<int32_t>>& sources,
                                          const SpecialIds& source_ids, bool with_attention);

}  // namespace tfm
