// How a config and a vocabulary make a search.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/text_codec.h"
#include "config/config.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// The most translations that can be asked of a line: those that a beam may end with; as many as one likes of sampling.
int64_t most_translations(const DecodingConfig& config);

// Without what a caller alone knows: forbidden sequences and before_step. Of several translations, no two read the
// same.
SearchOptions search_options(const DecodingConfig& config, const TextCodec& codec, int64_t num_best);

// Of each of the vocabulary's tokens, whether it spells nothing by itself.
std::vector<bool> silent_tokens(const Tokenizer& tokenizer);

// source_pieces: without the end mark; most_positions: what the model has places for; number: the line's. The limit
// leaves room for the prefix and an end mark, where there are places.
SentenceTask sentence_task(const DecodingConfig& config, int64_t source_pieces, int64_t most_positions, uint64_t number,
                           std::vector<int32_t> prefix);

}  // namespace tfm
