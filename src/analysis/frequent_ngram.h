// An n-gram that an output has far more often than its references.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/tokens.h"

namespace tfm::analysis {

struct FrequentNgram {
  Tokens ngram;
  int64_t times = 0;
  int64_t in_references = 0;  // in the one that has it most often
  int64_t excess_tokens() const { return (times - in_references) * std::ssize(ngram); }
};

// Of the n-grams of two to four tokens that stand at least three times more than in any reference: the one whose
// excess makes up most of the output, and at least a quarter of it. Copies don't overlap; n-grams of marks alone don't
// count.
std::optional<FrequentNgram> frequent_ngram(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                            const Vocabulary& vocabulary);

}  // namespace tfm::analysis
