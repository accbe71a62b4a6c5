#include "commands/score_table.h"

#include "core/concat.h"
#include "core/progress.h"

namespace tfm {
namespace {

SegmentStatistics count(const Metric& metric, const ScoredSystem& system, const References& references, int threads) {
  Progress progress(concat("counting for ", metric.name()), std::ssize(references), "segments");
  return count_segments(metric, system.hypotheses, references, threads,
                        [&](int64_t segments) { progress.advance(segments); });
}

// Runs `test` with options that show its progress.
template <typename Test>
auto with_progress(const Metric& metric, const Resampling& resampling, int threads, const Test& test) {
  const bool randomized = resampling.randomization_trials > 0;
  const int samples = randomized ? resampling.randomization_trials : resampling.bootstrap_samples;
  Progress progress(concat("resampling for ", metric.name()), samples, randomized ? "trials" : "samples");
  return test(ResamplingOptions{samples, resampling.seed, threads, [&](int64_t drawn) { progress.advance(drawn); }});
}

SystemScore score_alone(const Metric& metric, const SegmentStatistics& statistics) {
  const auto sums = statistics.sums();
  return {.score = metric.score(sums), .verbose = metric.verbose(sums)};
}

// Without a baseline, and for the baseline itself, there is only the system's own interval.
void add_significance(const Metric& metric, const SegmentStatistics* baseline, const SegmentStatistics& system,
                      const Resampling& resampling, int threads, SystemScore& score) {
  if (baseline != nullptr && resampling.randomization_trials > 0) {
    score.p_value = with_progress(metric, resampling, threads, [&](const ResamplingOptions& options) {
      return paired_randomization(metric, *baseline, system, options);
    });
  } else if (baseline != nullptr) {
    const auto comparison = with_progress(metric, resampling, threads, [&](const ResamplingOptions& options) {
      return paired_bootstrap(metric, *baseline, system, options);
    });
    score.p_value = comparison.p_value;
    score.confidence = comparison.confidence;
  } else if (resampling.bootstrap_samples > 0) {
    score.confidence = with_progress(metric, resampling, threads, [&](const ResamplingOptions& options) {
      return bootstrap(metric, system, options);
    });
  }
}

std::vector<SystemScore> score_with(const Metric& metric, const std::vector<ScoredSystem>& systems,
                                    const References& references, const SignificanceOptions& significance,
                                    int threads) {
  std::vector<SystemScore> scores;
  std::optional<SegmentStatistics> baseline;
  for (const auto& system : systems) {
    auto statistics = count(metric, system, references, threads);
    scores.push_back(score_alone(metric, statistics));
    add_significance(metric, baseline ? &*baseline : nullptr, statistics, significance.resampling, threads,
                     scores.back());
    if (significance.paired && !baseline) baseline = std::move(statistics);
  }
  return scores;
}

}  // namespace

ScoreTable score_systems(const std::vector<std::unique_ptr<Metric>>& metrics, const std::vector<ScoredSystem>& systems,
                         const References& references, const SignificanceOptions& significance, int threads) {
  ScoreTable table;
  for (const auto& system : systems) table.systems.push_back(system.name);
  for (const auto& metric : metrics) {
    table.metrics.push_back({metric->name(), signature_text(*metric, references, significance.resampling),
                             signature_fields(*metric, references, significance.resampling),
                             score_with(*metric, systems, references, significance, threads)});
  }
  return table;
}

}  // namespace tfm
