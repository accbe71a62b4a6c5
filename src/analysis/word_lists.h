// Tokens that a system misses, and tokens that it has too often.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/tokens.h"

namespace tfm::analysis {

struct WordCount {
  std::string token;
  int64_t times = 0;  // missed, or too often
  int64_t all = 0;    // in the references, or in the outputs
};

// By times * times / all, so that words which are both frequent and mostly wrong come first. At least twice each.
struct WordLists {
  std::vector<WordCount> missed;
  std::vector<WordCount> surplus;
};

// Within each segment, as many copies are missed as every reference has more than the output; as many are surplus as
// the output has more than any reference.
WordLists word_lists(const std::vector<Tokens>& hypotheses, const std::vector<std::vector<Tokens>>& references,
                     const Vocabulary& vocabulary);

}  // namespace tfm::analysis
