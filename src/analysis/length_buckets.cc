#include "analysis/length_buckets.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "metrics/chrf.h"

namespace tfm::analysis {
namespace {

// The first length of each bucket.
constexpr std::array<int64_t, 10> kFirstLengths = {0, 1, 6, 11, 16, 21, 31, 41, 61, 101};

std::size_t bucket_of(int64_t length) {
  return static_cast<std::size_t>(std::ranges::upper_bound(kFirstLengths, length) - kFirstLengths.begin()) - 1;
}

struct Sums {
  std::vector<double> bleu, chrf;
  int64_t segments = 0;
};

void add(std::vector<double>& sums, std::span<const double> row) {
  sums.resize(row.size());
  std::ranges::transform(sums, row, sums.begin(), std::plus{});
}

LengthBucket bucket(std::size_t index, const Sums& sums, const BleuOptions& options) {
  const bool is_last = index + 1 == kFirstLengths.size();
  return {.first = kFirstLengths[index],
          .last = is_last ? std::numeric_limits<int64_t>::max() : kFirstLengths[index + 1] - 1,
          .segments = sums.segments,
          .bleu = Bleu(options).details(sums.bleu),
          .chrf = Chrf().score(sums.chrf)};
}

}  // namespace

std::vector<LengthBucket> length_buckets(const SegmentScores& scores, std::span<const int64_t> lengths,
                                         BleuOptions options) {
  options.effective_order = true;
  std::array<Sums, kFirstLengths.size()> sums;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    Sums& own = sums[bucket_of(lengths[i])];
    add(own.bleu, scores.bleu_counts.row(static_cast<int64_t>(i)));
    add(own.chrf, scores.chrf_counts.row(static_cast<int64_t>(i)));
    ++own.segments;
  }
  std::vector<LengthBucket> buckets;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].segments > 0) buckets.push_back(bucket(i, sums[i], options));
  }
  return buckets;
}

}  // namespace tfm::analysis
