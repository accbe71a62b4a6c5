#include "search/forced_prefix.h"

namespace tfm {

void ForcedPrefix::edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const {
  const std::size_t place = hypothesis.tokens.size();
  if (place < task.prefix.size()) edits.allow_only(task.prefix[place]);
}

}  // namespace tfm
