// The most probable next tokens of each hypothesis.
#pragma once

#include <vector>

#include "search/search_loop.h"

namespace tfm {

// Out of the step's log-probabilities. count: K, at most V.
BestTokens best_tokens(const SearchStep& step, int64_t count);

// What the live hypotheses of step.beams[beam] may go on with: up to K candidates each, none that is impossible.
std::vector<Candidate> candidates_of(const SearchStep& step, std::size_t beam, const BestTokens& best);

// The candidate that a token of the beam's row makes. log_prob: as edited.
Candidate candidate_of(const SearchStep& step, std::size_t beam, int64_t row, int64_t token, double log_prob);

}  // namespace tfm
