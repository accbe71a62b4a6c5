#include "metrics/corpus.h"

#include <algorithm>
#include <functional>

#include "core/concat.h"
#include "core/error.h"
#include "core/parallel.h"

namespace tfm {
namespace {

void check(const std::vector<std::string>& hypotheses, const References& references) {
  if (hypotheses.size() != references.size()) {
    throw UserError(concat("the number of hypotheses (", hypotheses.size(), ") and of references (", references.size(),
                           ") differ; each hypothesis needs one reference, line for line"));
  }
  if (hypotheses.empty()) {
    throw UserError("there are no lines to score; give at least one hypothesis and its reference");
  }
  const auto bare = std::ranges::find_if(references, [](const auto& segment) { return segment.empty(); });
  if (bare != references.end()) {
    throw UserError(concat("line ", bare - references.begin() + 1, " has no reference; each line needs at least one"));
  }
}

std::string num_references(const References& references) {
  const auto count = references.empty() ? 1 : references.front().size();
  const bool same = std::ranges::all_of(references, [&](const auto& segment) { return segment.size() == count; });
  return same ? concat(count) : "var";
}

}  // namespace

References single_references(const std::vector<std::string>& lines) {
  References references;
  references.reserve(lines.size());
  for (const auto& line : lines) references.push_back({line});
  return references;
}

std::vector<double> SegmentStatistics::sums() const {
  std::vector<double> sums(width_);
  for (int64_t i = 0; i < segments_; ++i) std::ranges::transform(sums, row(i), sums.begin(), std::plus{});
  return sums;
}

SegmentStatistics count_segments(const Metric& metric, const std::vector<std::string>& hypotheses,
                                 const References& references, int threads,
                                 const std::function<void(int64_t)>& counted) {
  check(hypotheses, references);
  SegmentStatistics statistics(std::ssize(hypotheses), metric.num_statistics());
  const auto count = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto segment = static_cast<std::size_t>(i);
      metric.count(hypotheses[segment], references[segment], statistics.row(i));
    }
  };
  parallel_for(statistics.size(), threads, count, counted);
  return statistics;
}

SignatureFields signature_fields(const Metric& metric, const References& references, const Resampling& resampling) {
  SignatureFields fields = {{"nrefs", num_references(references)}};
  if (resampling.bootstrap_samples > 0) fields.emplace_back("bs", concat(resampling.bootstrap_samples));
  if (resampling.randomization_trials > 0) fields.emplace_back("ar", concat(resampling.randomization_trials));
  if (resampling.bootstrap_samples > 0 || resampling.randomization_trials > 0) {
    fields.emplace_back("seed", concat(resampling.seed));
  }
  std::ranges::copy(metric.signature(), std::back_inserter(fields));
  fields.emplace_back("version", metric.version());
  return fields;
}

std::string signature_text(const Metric& metric, const References& references, const Resampling& resampling) {
  std::string text;
  for (const auto& [key, value] : signature_fields(metric, references, resampling)) {
    text += concat(text.empty() ? "" : "|", key, ":", value);
  }
  return text;
}

}  // namespace tfm
