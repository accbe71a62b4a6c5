// A translation begins with what its task says.
#pragma once

#include "search/token_rule.h"

namespace tfm {

class ForcedPrefix : public TokenRule {
 public:
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;
};

}  // namespace tfm
