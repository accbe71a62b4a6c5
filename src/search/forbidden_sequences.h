// Words that may not come: the last piece of one is forbidden where its others stand just before.
#pragma once

#include <unordered_map>
#include <vector>

#include "search/token_rule.h"

namespace tfm {

class ForbiddenSequences : public TokenRule {
 public:
  // None is empty. A sequence of one token forbids it everywhere.
  explicit ForbiddenSequences(const std::vector<std::vector<int32_t>>& sequences);
  void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const override;

 private:
  std::vector<int32_t> single_;
  std::unordered_map<int32_t, std::vector<std::vector<int32_t>>> by_last_but_one_;
};

}  // namespace tfm
