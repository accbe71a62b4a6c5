// What the scores of a system are made of.
#pragma once

#include "analysis/segment_scores.h"

namespace tfm::analysis {

struct NgramPrecisions {
  BleuScore bleu;  // as the options score it
  double chrf = 0.0;
};

NgramPrecisions ngram_precisions(const SegmentScores& scores, const BleuOptions& options);

// Tokens of the outputs for each token of the references, 0 where the latter have none.
double length_ratio(const BleuScore& bleu);

}  // namespace tfm::analysis
