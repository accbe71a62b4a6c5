// The options that change what a search may find, one by one and together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "toy_language.h"

namespace tfm::testing {

struct OptionCase {
  std::string name;
  std::function<void(SearchOptions&, SentenceTask&)> set;
};

// Case "Plain" sets none of them.
inline std::vector<OptionCase> option_cases() {
  return {
      {"Plain", [](SearchOptions&, SentenceTask&) {}},
      {"MinimumLength", [](SearchOptions&, SentenceTask& task) { task.least_pieces = 3; }},
      {"ShortLimit", [](SearchOptions&, SentenceTask& task) { task.most_tokens = 2; }},
      {"NoRepeatedToken", [](SearchOptions& options, SentenceTask&) { options.no_repeat_ngram = 1; }},
      {"NoRepeatedBigram", [](SearchOptions& options, SentenceTask&) { options.no_repeat_ngram = 2; }},
      {"RepetitionPenalty", [](SearchOptions& options, SentenceTask&) { options.repetition_penalty = 1.7; }},
      {"ForbiddenWords",
       [](SearchOptions& options, SentenceTask&) { options.forbidden_sequences = {{2}, {3, 4}, {4, 4, 3}}; }},
      {"Prefix", [](SearchOptions&, SentenceTask& task) { task.prefix = {4, 2}; }},
      {"SilentTokens", [](SearchOptions& options, SentenceTask&) { options.silent = {true, true, true, false, true}; }},
      {"Coverage", [](SearchOptions& options, SentenceTask&) { options.coverage_penalty = 0.8; }},
      {"Everything", [](SearchOptions& options, SentenceTask& task) {
         task.least_pieces = 2;
         task.prefix = {3, 2};
         options.no_repeat_ngram = 2;
         options.repetition_penalty = 1.3;
         options.forbidden_sequences = {{2, 4}};
         options.coverage_penalty = 0.4;
       }}};
}

}  // namespace tfm::testing
