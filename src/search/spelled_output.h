// The end mark waits for a token that spells something: a bare word boundary or a control piece is no translation.
#pragma once

#include <vector>

#include "search/token_rule.h"

namespace tfm {

class SpelledOutput : public TokenRule {
 public:
  // silent: of each token of the vocabulary, whether it spells nothing.
  SpelledOutput(int64_t eos, std::vector<bool> silent) : eos_(eos), silent_(std::move(silent)) {}
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;

 private:
  int64_t eos_;
  std::vector<bool> silent_;
};

}  // namespace tfm
