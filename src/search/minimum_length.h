// The end mark waits until there are as many pieces as the task wants.
#pragma once

#include "search/token_rule.h"

namespace tfm {

class MinimumLength : public TokenRule {
 public:
  explicit MinimumLength(int64_t eos) : eos_(eos) {}
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;

 private:
  int64_t eos_;
};

}  // namespace tfm
