// How sure a score is, and whether two systems differ: sacreBLEU's bootstrap (Koehn 2004) and approximate randomization
// (Riezler and Maxwell 2005), number for number.
#pragma once

#include <cstdint>
#include <functional>

#include "metrics/corpus.h"

namespace tfm {

struct ResamplingOptions {
  int samples = 1000;  // or trials
  uint64_t seed = 12345;
  int threads = 0;                               // 0: one for each core; the results don't depend on it
  std::function<void(int64_t samples)> drawn{};  // hears how many are done, from one thread at a time
};

struct Confidence {
  double mean = 0.0;        // of the resampled scores
  double half_width = 0.0;  // of the interval that 95 % of them are in
};

// The interval of one system alone.
Confidence bootstrap(const Metric& metric, const SegmentStatistics& system, const ResamplingOptions& options);

struct Comparison {
  double p_value = 1.0;  // how likely so large a difference is by chance
  Confidence confidence{};
};

// Draws the same segments for both systems, and gives the system's interval too.
Comparison paired_bootstrap(const Metric& metric, const SegmentStatistics& baseline, const SegmentStatistics& system,
                            const ResamplingOptions& options);
// Exchanges the systems' outputs at random. Returns the p-value.
double paired_randomization(const Metric& metric, const SegmentStatistics& baseline, const SegmentStatistics& system,
                            const ResamplingOptions& options);

}  // namespace tfm
