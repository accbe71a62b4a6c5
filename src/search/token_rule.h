// What may come next in a hypothesis, beyond what the model says. Each rule has a file of its own.
#pragma once

#include <memory>
#include <vector>

#include "search/hypothesis.h"
#include "search/search_options.h"
#include "search/sentence_task.h"
#include "search/token_edits.h"

namespace tfm {

class TokenRule {
 public:
  TokenRule() = default;
  TokenRule(const TokenRule&) = delete;
  TokenRule& operator=(const TokenRule&) = delete;
  virtual ~TokenRule() = default;

  // Edits the row that `edits` stands at: the tokens that may follow `hypothesis`.
  virtual void edit(const LiveHypothesis& hypothesis, const SentenceTask& task, TokenEdits& edits) const = 0;
};

// Those that the options and tasks ask for, in the order in which they are to be asked; none that would never edit.
std::vector<std::unique_ptr<const TokenRule>> active_rules(const SearchOptions& options,
                                                           const std::vector<SentenceTask>& tasks);

}  // namespace tfm
