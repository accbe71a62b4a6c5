// How probable a model finds translations that are given to it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "data/parallel_corpus.h"
#include "model/transformer.h"
#include "text/tokenizer.h"

namespace tfm {

struct ForcedScore {
  double log_prob = 0.0;                // sum of the below
  std::vector<int32_t> tokens;          // the target's pieces and the end mark
  std::vector<double> token_log_probs;  // of each token after those before it
};

// For each pair, in order. Batches them by length: at most `batch_tokens` positions together on a side, padding
// counted; a longer pair goes alone. `scored` hears how many pairs a batch held.
std::vector<ForcedScore> score_pairs(Transformer& model, const std::vector<EncodedPair>& pairs,
                                     const SpecialIds& source_ids, const SpecialIds& target_ids, int64_t batch_tokens,
                                     const std::function<void(int64_t)>& scored = {});

}  // namespace tfm
