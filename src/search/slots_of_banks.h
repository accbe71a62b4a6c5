// Which candidates of a constrained search get the beam's slots.
#pragma once

#include <vector>

#include "search/hypothesis.h"

namespace tfm {

// Candidates that lack the same number of tokens are a bank. Each bank gives its best in turn, round after round, until
// the slots are filled; in a round, the bank that lacks nothing comes first, then the one that lacks most, which is the
// freest, then those between, the nearest to its end before the others. So the best of the nearest bank is always
// chosen where there are two slots, or one and nothing complete.
std::vector<Candidate> share_slots(std::vector<Candidate> candidates, int64_t slots);

}  // namespace tfm
