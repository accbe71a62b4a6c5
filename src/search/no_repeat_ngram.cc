#include "search/no_repeat_ngram.h"

#include <algorithm>

namespace tfm {

// Wherever the last n - 1 tokens stood before, what followed them then may not follow now.
void NoRepeatNgram::edit(const LiveHypothesis& hypothesis, const SentenceTask&, TokenEdits& edits) const {
  const auto& tokens = hypothesis.tokens;
  if (tokens.size() < n_) return;
  const auto tail = tokens.end() - static_cast<std::ptrdiff_t>(n_ - 1);
  for (auto begin = tokens.begin(); begin + static_cast<std::ptrdiff_t>(n_ - 1) != tokens.end(); ++begin) {
    if (std::equal(tail, tokens.end(), begin)) edits.forbid(begin[static_cast<std::ptrdiff_t>(n_ - 1)]);
  }
}

}  // namespace tfm
