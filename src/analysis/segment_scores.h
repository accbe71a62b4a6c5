// How good each segment is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/bleu.h"
#include "metrics/corpus.h"

namespace tfm::analysis {

struct SegmentScores {
  SegmentStatistics bleu_counts;
  SegmentStatistics chrf_counts;
  std::vector<double> bleu;  // with effective order and exp smoothing, 0 to 100
  std::vector<double> chrf;  // 0 to 100
};

// UserError when the counts differ or there is nothing to score.
SegmentScores segment_scores(const std::vector<std::string>& hypotheses, const References& references,
                             const BleuOptions& options);

inline constexpr std::size_t kHistogramBins = 10;
// How many scores are in 0 to below 10, 10 to below 20, ... 90 to 100.
std::array<int64_t, kHistogramBins> histogram(std::span<const double> scores);

// The `count` segments of lowest chrF, worst first; the longer output first where chrF is equal. Without those whose
// output or references are all blank, and without outputs that are a copy of the source, where `sources` has any.
std::vector<std::size_t> worst_segments(std::span<const double> chrf, const std::vector<std::string>& hypotheses,
                                        const References& references, const std::vector<std::string>& sources,
                                        std::size_t count);

}  // namespace tfm::analysis
