// Sentences without meaning, as long as real ones: speed doesn't depend on the words.
#pragma once

#include <cstdint>
#include <vector>

#include "data/batch.h"

namespace tfm {

struct SyntheticPair {
  std::vector<int32_t> source, target;  // pieces, without marks
};

// Target lengths are log-normal about `median_length` pieces with sigma 0.6, as those of news and of everyday sentences
// nearly are; a source has 0.8 to 1.25 times as many. Pieces are drawn from [4, vocabulary) alike.
std::vector<SyntheticPair> synthetic_pairs(int64_t count, double median_length, int64_t vocabulary, uint64_t seed);

// Ids as SentencePiece gives them, with a padding piece behind.
SpecialIds synthetic_ids();

// As training makes them: sentences of like length together, in random order.
std::vector<Batch> synthetic_batches(const std::vector<SyntheticPair>& pairs, int64_t batch_tokens, uint64_t seed);

}  // namespace tfm
