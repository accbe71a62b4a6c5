// No n-gram of pieces comes twice in a translation (Paulus et al. 2018, section 2.5).
#pragma once

#include "search/token_rule.h"

namespace tfm {

class NoRepeatNgram : public TokenRule {
 public:
  explicit NoRepeatNgram(int64_t n) : n_(static_cast<std::size_t>(n)) {}  // at least 1
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;

 private:
  std::size_t n_;
};

}  // namespace tfm
