#include "significance/resampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/parallel.h"
#include "significance/numpy_random.h"
#include "significance/numpy_sum.h"

namespace tfm {
namespace {

using significance::numpy_mean;
using significance::NumpyGenerator;

std::vector<float> as_floats(const SegmentStatistics& statistics) {
  std::vector<float> floats;
  floats.reserve(static_cast<std::size_t>(statistics.size()) * statistics.width());
  for (int64_t i = 0; i < statistics.size(); ++i) {
    for (const double value : statistics.row(i)) floats.push_back(static_cast<float>(value));
  }
  return floats;
}

// The numbers of a block of samples are drawn at once; this bounds the memory, and so many trials keep the generator's
// bits together.
constexpr int64_t kMostDrawn = int64_t{1} << 24;
constexpr int kTrialsTogether = 32;

int block_size(int64_t segments) {
  return static_cast<int>(std::max<int64_t>(1, kMostDrawn / segments / kTrialsTogether)) * kTrialsTogether;
}

// A system's counts, and the scores of the samples so far.
struct ResampledSystem {
  explicit ResampledSystem(const SegmentStatistics& statistics) : counts(as_floats(statistics)) {}
  std::vector<float> counts;  // [segments, width]
  std::vector<double> scores;
};

// From sums in float32, one segment after the other. drawn: [segments].
double sample_score(const Metric& metric, const std::vector<float>& counts, std::span<const uint32_t> drawn) {
  std::vector<float> sums(metric.num_statistics());
  for (const uint32_t segment : drawn) {
    const float* row = &counts[segment * sums.size()];
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += row[k];
  }
  return metric.score_float32(sums);
}

// The scores of all systems on the same samples.
void resample(const Metric& metric, std::span<ResampledSystem> systems, int64_t segments,
              const ResamplingOptions& options) {
  NumpyGenerator generator(options.seed);
  const auto length = static_cast<std::size_t>(segments);
  for (auto& system : systems) system.scores.resize(static_cast<std::size_t>(options.samples));
  for (int first = 0; first < options.samples; first += block_size(segments)) {
    const int block = std::min(block_size(segments), options.samples - first);
    const auto drawn = generator.choice(static_cast<uint32_t>(segments), length * static_cast<std::size_t>(block));
    const auto score = [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const auto sample = std::span(drawn).subspan(i * length, length);
        for (auto& system : systems) {
          system.scores[static_cast<std::size_t>(first) + i] = sample_score(metric, system.counts, sample);
        }
      }
    };
    parallel_for(block, options.threads, score, options.drawn);
  }
}

// The difference that remains when a system's segments are exchanged for the other's wherever `kept` says no.
double exchanged_difference(const Metric& metric, const SegmentStatistics& a, const SegmentStatistics& b,
                            const std::vector<bool>& kept, std::size_t first) {
  std::vector<double> one(a.width()), other(a.width());
  for (int64_t i = 0; i < a.size(); ++i) {
    const bool keep = kept[first + static_cast<std::size_t>(i)];
    std::ranges::transform(one, (keep ? a : b).row(i), one.begin(), std::plus{});
    std::ranges::transform(other, (keep ? b : a).row(i), other.begin(), std::plus{});
  }
  return std::abs(metric.score(one) - metric.score(other));
}

// Between the scores that leave out 1/40 at each end.
template <typename Real>
Real half_width(std::vector<Real> scores) {
  std::ranges::sort(scores);
  const std::size_t left_out = scores.size() / 40;
  return static_cast<Real>(0.5) * (scores[scores.size() - left_out - 1] - scores[left_out]);
}

// How many of the differences are greater than the real one, with one more on either side (Riezler and Maxwell).
template <typename Real>
double p_value(const std::vector<Real>& differences, double real_difference) {
  const auto limit = static_cast<Real>(real_difference);
  const auto greater = std::ranges::count_if(differences, [limit](Real difference) { return difference > limit; });
  return static_cast<double>(greater + 1) / static_cast<double>(differences.size() + 1);
}

// In the precision in which the metric leaves its scores.
template <typename Real>
Comparison compare_samples(const std::vector<double>& baseline_scores, const std::vector<double>& system_scores,
                           double real_difference) {
  const std::vector<Real> baseline(baseline_scores.begin(), baseline_scores.end());
  const std::vector<Real> system(system_scores.begin(), system_scores.end());
  std::vector<Real> differences(system.size());
  for (std::size_t i = 0; i < system.size(); ++i) differences[i] = std::abs(system[i] - baseline[i]);
  const Real mean = numpy_mean<Real>(differences);
  for (Real& difference : differences) difference -= mean;
  // sacreBLEU takes the mean of the sorted scores.
  auto sorted = system;
  std::ranges::sort(sorted);
  return {p_value(differences, real_difference), {numpy_mean<Real>(sorted), half_width(system)}};
}

double difference_of(const Metric& metric, const SegmentStatistics& a, const SegmentStatistics& b) {
  return std::abs(metric.score(a.sums()) - metric.score(b.sums()));
}

}  // namespace

Confidence bootstrap(const Metric& metric, const SegmentStatistics& system, const ResamplingOptions& options) {
  ResampledSystem resampled(system);
  resample(metric, {&resampled, 1}, system.size(), options);
  const auto& scores = resampled.scores;
  const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / options.samples;
  if (!metric.float32_is_kept()) return {mean, half_width(scores)};
  return {static_cast<float>(mean), half_width(std::vector<float>(scores.begin(), scores.end()))};
}

Comparison paired_bootstrap(const Metric& metric, const SegmentStatistics& baseline, const SegmentStatistics& system,
                            const ResamplingOptions& options) {
  std::array systems = {ResampledSystem(baseline), ResampledSystem(system)};
  resample(metric, systems, system.size(), options);
  const double difference = difference_of(metric, baseline, system);
  return metric.float32_is_kept() ? compare_samples<float>(systems[0].scores, systems[1].scores, difference)
                                  : compare_samples<double>(systems[0].scores, systems[1].scores, difference);
}

double paired_randomization(const Metric& metric, const SegmentStatistics& baseline, const SegmentStatistics& system,
                            const ResamplingOptions& options) {
  NumpyGenerator generator(options.seed);
  const auto length = static_cast<std::size_t>(system.size());
  std::vector<double> differences(static_cast<std::size_t>(options.samples));
  for (int first = 0; first < options.samples; first += block_size(system.size())) {
    const int block = std::min(block_size(system.size()), options.samples - first);
    const auto kept = generator.booleans(length * static_cast<std::size_t>(block));
    const auto exchange = [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        differences[static_cast<std::size_t>(first) + i] =
            exchanged_difference(metric, baseline, system, kept, i * length);
      }
    };
    parallel_for(block, options.threads, exchange, options.drawn);
  }
  return p_value(differences, difference_of(metric, baseline, system));
}

}  // namespace tfm
