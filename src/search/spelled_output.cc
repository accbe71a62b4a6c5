#include "search/spelled_output.h"

#include <algorithm>

namespace tfm {

void SpelledOutput::edit(const LiveHypothesis& hypothesis, const SentenceTask&, TokenEdits& edits) const {
  const auto is_silent = [&](int32_t token) { return silent_.at(static_cast<std::size_t>(token)); };
  if (std::ranges::all_of(hypothesis.tokens, is_silent)) edits.forbid(eos_);
}

}  // namespace tfm
