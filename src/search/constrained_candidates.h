// What the hypotheses of a constrained search may go on with.
#pragma once

#include <vector>

#include "search/search_loop.h"

namespace tfm {

// For each beam, without repetitions and none that is impossible: the `most` most probable next tokens of each
// hypothesis, as many of those that bring it nearer to what it lacks, and the end mark. Candidate::missing says what
// each one leaves.
std::vector<std::vector<Candidate>> constrained_candidates(const SearchStep& step, int64_t most, int64_t eos);

}  // namespace tfm
