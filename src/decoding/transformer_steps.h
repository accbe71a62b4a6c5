// Beam search with the Transformer: the encoder runs once, the decoder a position at a time on its cache.
#pragma once

#include <vector>

#include "model/transformer.h"
#include "search/beam_search.h"
#include "text/tokenizer.h"

namespace tfm {

// sources: piece ids of each sentence, without end mark, none empty. limits: see beam_search.
std::vector<std::vector<Hypothesis>> search_translations(Transformer& model,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<int64_t>& limits,
                                                         const SpecialIds& source_ids, const SearchOptions& options);

}  // namespace tfm
