// Translations drawn at random from the model, token by token.
#pragma once

#include <vector>

#include "search/hypothesis.h"
#include "search/next_token_model.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// For each sentence, num_best independent draws, in the order of their numbers; fewer where some spell the same or met
// a place at which no token was allowed. Each token takes one random number, a function of options.sampling->seed, the
// sentence's number, the draw's number and the token's place: a sentence's draws depend on nothing else in the batch.
// log_prob and score are as in beam search, without the temperature.
std::vector<std::vector<Hypothesis>> sample(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                            const SearchOptions& options);

}  // namespace tfm
