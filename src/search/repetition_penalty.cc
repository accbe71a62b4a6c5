#include "search/repetition_penalty.h"

#include <set>

namespace tfm {

void RepetitionPenalty::edit(const LiveHypothesis& hypothesis, const SentenceTask&, TokenEdits& edits) const {
  const std::set<int32_t> distinct(hypothesis.tokens.begin(), hypothesis.tokens.end());
  for (const int32_t token : distinct) edits.scale(token, theta_);
}

}  // namespace tfm
