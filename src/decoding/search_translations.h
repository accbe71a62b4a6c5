// Searching with the models that translate.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/decoding_model.h"
#include "search/hypothesis.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// Beam search; sampling where options.sampling says so, constrained search where the tasks have constraints. models: at
// least one, with one vocabulary. sources: piece ids of each sentence, without end mark, none empty.
std::vector<std::vector<Hypothesis>> search_translations(std::span<const EnsembleMember> models,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<SentenceTask>& tasks,
                                                         const SearchOptions& options);

}  // namespace tfm
