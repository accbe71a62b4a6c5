#include "search/forbidden_sequences.h"

#include <algorithm>

#include "core/check.h"

namespace tfm {
namespace {

// Whether all of the sequence but its last token stands at the end of the tokens.
bool is_about_to_end(const std::vector<int32_t>& sequence, const std::vector<int32_t>& tokens) {
  const auto before = static_cast<std::ptrdiff_t>(sequence.size()) - 1;
  return before <= std::ssize(tokens) && std::equal(sequence.begin(), sequence.end() - 1, tokens.end() - before);
}

}  // namespace

ForbiddenSequences::ForbiddenSequences(const std::vector<std::vector<int32_t>>& sequences) {
  for (const auto& sequence : sequences) {
    check(!sequence.empty(), "nothing can't be forbidden");
    if (sequence.size() == 1) {
      single_.push_back(sequence.front());
    } else {
      by_last_but_one_[sequence[sequence.size() - 2]].push_back(sequence);
    }
  }
}

void ForbiddenSequences::edit(const LiveHypothesis& hypothesis, const SentenceTask&, TokenEdits& edits) const {
  for (const int32_t token : single_) edits.forbid(token);
  if (hypothesis.tokens.empty()) return;
  const auto found = by_last_but_one_.find(hypothesis.tokens.back());
  if (found == by_last_but_one_.end()) return;
  for (const auto& sequence : found->second) {
    if (is_about_to_end(sequence, hypothesis.tokens)) edits.forbid(sequence.back());
  }
}

}  // namespace tfm
