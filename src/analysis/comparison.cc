#include "analysis/comparison.h"

#include <algorithm>
#include <cmath>

#include "analysis/ranking.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kTieBin = kDifferenceEdges.size() / 2;

std::size_t bin_of(double difference) {
  const auto above = difference <= -kTieBelow ? std::ranges::lower_bound(kDifferenceEdges, difference)
                                              : std::ranges::upper_bound(kDifferenceEdges, difference);
  return static_cast<std::size_t>(above - kDifferenceEdges.begin());
}

}  // namespace

Comparison compare(std::span<const double> baseline, std::span<const double> system,
                   const std::vector<std::string>& baseline_outputs, const std::vector<std::string>& system_outputs) {
  Comparison result;
  const auto difference = [&](std::size_t i) { return system[i] - baseline[i]; };
  for (std::size_t i = 0; i < system.size(); ++i) {
    const std::size_t bin = bin_of(difference(i));
    ++result.differences[bin];
    ++(bin == kTieBin ? result.ties : bin > kTieBin ? result.wins : result.losses);
    if (bin != kTieBin) (bin > kTieBin ? result.gains : result.drops).push_back(i);
    if (baseline_outputs[i] == system_outputs[i]) ++result.identical;
    result.mean_difference += difference(i) / static_cast<double>(system.size());
  }
  const auto larger = [&](std::size_t a, std::size_t b) {
    const double size_a = std::abs(difference(a)), size_b = std::abs(difference(b));
    return size_a != size_b ? size_a > size_b : a < b;
  };
  keep_first(result.gains, kListed, larger);
  keep_first(result.drops, kListed, larger);
  return result;
}

}  // namespace tfm::analysis
