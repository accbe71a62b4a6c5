// Makes the tokens that a translation already has less probable: CTRL's penalty (Keskar et al. 2019, section 4.1).
//
// There, a token's logit is divided by theta before the softmax. A logit's sign is arbitrary, so that this would favour
// tokens with negative ones; a log-probability is never positive. Here
//   log p'(token) = theta * log p(token)   for a token that the hypothesis has, log p(token) otherwise,
// which is not normalised again. Hypotheses are ranked by the sum of log p'; their log_prob stays the sum of log p.
#pragma once

#include "search/token_rule.h"

namespace tfm {

class RepetitionPenalty : public TokenRule {
 public:
  explicit RepetitionPenalty(double theta) : theta_(theta) {}  // above 0; over 1: repeats less
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;

 private:
  double theta_;
};

}  // namespace tfm
