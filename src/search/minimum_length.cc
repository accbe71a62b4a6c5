#include "search/minimum_length.h"

namespace tfm {

void MinimumLength::edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const {
  if (std::ssize(hypothesis.tokens) < task.least_pieces) edits.forbid(eos_);
}

}  // namespace tfm
