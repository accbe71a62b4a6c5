// Outputs that repeat themselves: in a row (repeated_run.h) or here and there (frequent_ngram.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/tokens.h"

namespace tfm::analysis {

struct Repetition {
  std::size_t segment = 0;
  std::string pattern{};
  int64_t times = 0;
  int64_t in_references = 0;
  bool in_a_row = false;
  double share = 0.0;  // of the output
};

struct Repetitions {
  int64_t in_a_row = 0;  // segments
  int64_t scattered = 0;
  std::vector<Repetition> clearest;  // by their share of the output
};

// A run that a reference has as well is none; a segment with a run isn't looked at for n-grams.
Repetitions repetitions(const std::vector<std::string>& hypotheses, const References& references,
                        const std::vector<Tokens>& hypothesis_tokens,
                        const std::vector<std::vector<Tokens>>& reference_tokens, const Vocabulary& vocabulary);

}  // namespace tfm::analysis
