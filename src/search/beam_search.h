// Beam search over anything that can say how probable each next token is. It never sees the Transformer.
//
// W hypotheses of each sentence grow side by side. A hypothesis that takes the end mark leaves the beam with its slot,
// so W = 1 is greedy search. A sentence is done when no slot is left or no live hypothesis can still win.
//
// Which can't: a hypothesis' ranking r <= 0 only falls as it grows, and each length penalty lp grows with the length or
// stays (none: 1; average: n; Wu's alpha >= 0). So with n <= limit tokens in the end it scores at most
//   r / lp(n) <= r / lp(limit),
// and a coverage penalty adds at most 0. Nothing less would do: the model may give probability 1 from here to the
// limit. With an average over an unbounded length this approaches 0 and only full slots end the search.
#pragma once

#include <vector>

#include "search/hypothesis.h"
#include "search/next_token_model.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// For each sentence, up to num_best hypotheses, at least one: the best first, finished ones before unfinished ones.
// options.sampling is of no meaning here.
std::vector<std::vector<Hypothesis>> beam_search(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                                 const SearchOptions& options);

}  // namespace tfm
