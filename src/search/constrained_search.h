// Beam search among the outputs that have what they must have.
//
// After Post and Vilar 2018 (arXiv:1804.06609, dynamic beam allocation) and Hokamp and Liu 2017 (arXiv:1704.07138).
// Hypotheses that lack much look more probable than those that paid for what they have. So they are compared only with
// those that lack as much: the hypotheses with the same number of missing tokens are a bank, and the beam's slots are
// shared out among the banks. To the best continuations of each hypothesis come the tokens that bring it nearer,
// however improbable. The end mark waits until nothing is missing.
//
// The best of the bank that lacks least always gets a slot (slots_of_banks.h), and has a continuation that lacks less.
// So as many steps as are missing at first will do, even with one slot.
#pragma once

#include <vector>

#include "search/hypothesis.h"
#include "search/next_token_model.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// As beam_search(), for tasks that each have a constraint. A beam is as wide as options.beam_size and what its sentence
// lacks at first together, so that there is a slot for each bank. Where the most tokens are more than what is missing
// at first, all that is found has what it must have, unless rules forbid it; else what has it comes first among the
// finished ones. Hypothesis::missing tells.
std::vector<std::vector<Hypothesis>> constrained_search(const NextTokenModel& model,
                                                        const std::vector<SentenceTask>& tasks,
                                                        const SearchOptions& options);

}  // namespace tfm
