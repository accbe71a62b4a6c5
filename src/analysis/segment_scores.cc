#include "analysis/segment_scores.h"

#include <algorithm>

#include "analysis/characters.h"
#include "analysis/ranking.h"
#include "analysis/segments.h"
#include "metrics/chrf.h"

namespace tfm::analysis {
namespace {

std::vector<double> scores_of(const Metric& metric, const SegmentStatistics& statistics) {
  std::vector<double> scores(static_cast<std::size_t>(statistics.size()));
  for_each_segment(scores.size(),
                   [&](std::size_t i) { scores[i] = metric.score(statistics.row(static_cast<int64_t>(i))); });
  return scores;
}

Bleu sentence_bleu(BleuOptions options) {
  options.effective_order = true;
  options.smoothing = BleuSmoothing::kExp;
  return Bleu(options);
}

}  // namespace

SegmentScores segment_scores(const std::vector<std::string>& hypotheses, const References& references,
                             const BleuOptions& options) {
  const Bleu bleu = sentence_bleu(options);
  const Chrf chrf;
  SegmentScores result{.bleu_counts = count_segments(bleu, hypotheses, references),
                       .chrf_counts = count_segments(chrf, hypotheses, references),
                       .bleu = {},
                       .chrf = {}};
  result.bleu = scores_of(bleu, result.bleu_counts);
  result.chrf = scores_of(chrf, result.chrf_counts);
  return result;
}

std::array<int64_t, kHistogramBins> histogram(std::span<const double> scores) {
  std::array<int64_t, kHistogramBins> bins{};
  for (const double score : scores) {
    ++bins[std::min(kHistogramBins - 1, static_cast<std::size_t>(std::max(0.0, score) / 10.0))];
  }
  return bins;
}

std::vector<std::size_t> worst_segments(std::span<const double> chrf, const std::vector<std::string>& hypotheses,
                                        const References& references, const std::vector<std::string>& sources,
                                        std::size_t count) {
  std::vector<std::size_t> segments;
  for (std::size_t i = 0; i < chrf.size(); ++i) {
    if (is_blank(hypotheses[i]) || std::ranges::all_of(references[i], is_blank)) continue;
    if (sources.empty() || sources[i] != hypotheses[i]) segments.push_back(i);
  }
  keep_first(segments, count, [&](std::size_t a, std::size_t b) {
    if (chrf[a] != chrf[b]) return chrf[a] < chrf[b];
    if (hypotheses[a].size() != hypotheses[b].size()) return hypotheses[a].size() > hypotheses[b].size();
    return a < b;
  });
  return segments;
}

}  // namespace tfm::analysis
