#include "search/token_rule.h"

#include <algorithm>

#include "search/forbidden_sequences.h"
#include "search/forced_prefix.h"
#include "search/minimum_length.h"
#include "search/no_repeat_ngram.h"
#include "search/repetition_penalty.h"
#include "search/spelled_output.h"

namespace tfm {

std::vector<std::unique_ptr<const TokenRule>> active_rules(const SearchOptions& options,
                                                           const std::vector<SentenceTask>& tasks) {
  std::vector<std::unique_ptr<const TokenRule>> rules;
  const auto any_task = [&](const auto& holds) { return std::ranges::any_of(tasks, holds); };
  // First, since what is forced is not judged.
  if (any_task([](const SentenceTask& task) { return !task.prefix.empty(); })) {
    rules.push_back(std::make_unique<ForcedPrefix>());
  }
  if (any_task([](const SentenceTask& task) { return task.least_pieces > 0; })) {
    rules.push_back(std::make_unique<MinimumLength>(options.eos));
  }
  if (!options.silent.empty()) rules.push_back(std::make_unique<SpelledOutput>(options.eos, options.silent));
  if (options.no_repeat_ngram > 0) rules.push_back(std::make_unique<NoRepeatNgram>(options.no_repeat_ngram));
  if (options.repetition_penalty != 1.0) {
    rules.push_back(std::make_unique<RepetitionPenalty>(options.repetition_penalty));
  }
  if (!options.forbidden_sequences.empty()) {
    rules.push_back(std::make_unique<ForbiddenSequences>(options.forbidden_sequences));
  }
  return rules;
}

}  // namespace tfm
