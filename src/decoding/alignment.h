// Which source piece each piece of a translation comes from, out of cross-attention.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "config/config.h"
#include "data/parallel_corpus.h"
#include "model/transformer.h"
#include "text/pharaoh.h"
#include "text/tokenizer.h"

namespace tfm {

// Which attention is asked.
struct AligningAttention {
  int64_t layer = 0;  // of the decoder, from 0
  GuidedHeads heads = GuidedHeads::kAverage;
};
// What training guides, or would guide: by default the average of all heads of the last layer but one (of the only
// layer where there is one), which aligns best by itself (Garg et al. 2019, section 3).
AligningAttention aligning_attention(const TrainingConfig& training, const ModelConfig& model);

// For each pair, between its pieces: the source piece that gets the most weight when a target piece is predicted. A
// piece that looks at the end mark has no link. Batches them by length as score_pairs does.
std::vector<Alignment> align_pairs(Transformer& model, const AligningAttention& attention,
                                   const std::vector<EncodedPair>& pairs, const SpecialIds& source_ids,
                                   const SpecialIds& target_ids, int64_t batch_tokens);

// The alignment of a line out of those of its parts: places are counted on from part to part.
Alignment joined_alignment(std::span<const EncodedPair> parts, std::span<const Alignment> alignments);

}  // namespace tfm
