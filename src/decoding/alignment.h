// Which source piece each piece of a translation comes from, out of cross-attention.
#pragma once

#include <cstdint>
#include <vector>

#include "data/parallel_corpus.h"
#include "model/transformer.h"
#include "text/pharaoh.h"
#include "text/tokenizer.h"

namespace tfm {

// For each pair, between its pieces: the source piece that gets the most weight when a target piece is predicted, on
// the average of all heads of the last layer but one (of the only layer where there is one), which aligns best (Garg et
// al. 2019, section 3). A piece that looks at the end mark has no link. Batches them by length as score_pairs does.
std::vector<Alignment> align_pairs(Transformer& model, const std::vector<EncodedPair>& pairs,
                                   const SpecialIds& source_ids, const SpecialIds& target_ids, int64_t batch_tokens);

}  // namespace tfm
