// A metric over a whole corpus.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "metrics/metric.h"

namespace tfm {

// The references of each segment: [segments][references of it].
using References = std::vector<std::vector<std::string>>;
References single_references(const std::vector<std::string>& lines);

// One row of counts a segment, [segments, num_statistics].
class SegmentStatistics {
 public:
  SegmentStatistics(int64_t segments, std::size_t width)
      : segments_(segments), width_(width), values_(static_cast<std::size_t>(segments) * width) {}
  int64_t size() const { return segments_; }
  std::size_t width() const { return width_; }
  std::span<double> row(int64_t segment) { return {&values_[static_cast<std::size_t>(segment) * width_], width_}; }
  std::span<const double> row(int64_t segment) const {
    return {&values_[static_cast<std::size_t>(segment) * width_], width_};
  }
  // Added up in the order of the segments.
  std::vector<double> sums() const;

 private:
  int64_t segments_;
  std::size_t width_;
  std::vector<double> values_;
};

// `threads`: 0 takes one for each core; the result doesn't depend on it. `counted` hears how many segments are done,
// from one thread at a time. UserError when the counts differ (both numbers), there is nothing to score, or a segment
// has no reference (its number).
SegmentStatistics count_segments(const Metric& metric, const std::vector<std::string>& hypotheses,
                                 const References& references, int threads = 0,
                                 const std::function<void(int64_t)>& counted = {});

// How the numbers were got beside the metric: what sacreBLEU's signatures call bs, ar and seed.
struct Resampling {
  int bootstrap_samples = 0;  // 0: none
  int randomization_trials = 0;
  uint64_t seed = 0;
};
// "nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:2.6.0"; "nrefs:var" where segments differ in their number of
// references.
std::string signature_text(const Metric& metric, const References& references, const Resampling& resampling = {});
// The same as a list, sacreBLEU's keys.
SignatureFields signature_fields(const Metric& metric, const References& references, const Resampling& resampling = {});

}  // namespace tfm
