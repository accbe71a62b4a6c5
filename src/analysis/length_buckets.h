// Scores by the length of the reference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/segment_scores.h"

namespace tfm::analysis {

struct LengthBucket {
  int64_t first = 0;  // tokens
  int64_t last = 0;   // included; INT64_MAX: no end
  int64_t segments = 0;
  BleuScore bleu{};  // with effective order: short segments have no 4-grams
  double chrf = 0.0;
};

// By `lengths` in tokens, one for each segment; buckets without segments are left out.
std::vector<LengthBucket> length_buckets(const SegmentScores& scores, std::span<const int64_t> lengths,
                                         BleuOptions options);

}  // namespace tfm::analysis
