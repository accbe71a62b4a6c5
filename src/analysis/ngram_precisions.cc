#include "analysis/ngram_precisions.h"

#include "metrics/chrf.h"

namespace tfm::analysis {

NgramPrecisions ngram_precisions(const SegmentScores& scores, const BleuOptions& options) {
  return {Bleu(options).details(scores.bleu_counts.sums()), Chrf().score(scores.chrf_counts.sums())};
}

double length_ratio(const BleuScore& bleu) {
  if (bleu.reference_length == 0) return 0.0;
  return static_cast<double>(bleu.hypothesis_length) / static_cast<double>(bleu.reference_length);
}

}  // namespace tfm::analysis
