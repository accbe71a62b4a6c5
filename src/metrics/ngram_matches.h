// N-grams that a hypothesis shares with its reference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfm::metrics {

struct NgramMatches {
  int64_t hypothesis = 0;  // n-grams it has
  int64_t reference = 0;
  int64_t matched = 0;  // each one at most as often as it stands in the reference
};

// For n = 1..max_order, at [n - 1]. Tokens are numbers below 2^32 - 1: word ids or code points.
std::vector<NgramMatches> match_ngrams(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference,
                                       int max_order);

}  // namespace tfm::metrics
