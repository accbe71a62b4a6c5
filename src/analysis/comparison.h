// A system against the baseline, segment by segment.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tfm::analysis {

inline constexpr double kTieBelow = 1.0;  // chrF points
inline constexpr std::array<double, 6> kDifferenceEdges = {-30.0, -10.0, -kTieBelow, kTieBelow, 10.0, 30.0};

struct Comparison {
  int64_t wins = 0;  // segments of the system that are better by kTieBelow points or more
  int64_t ties = 0;
  int64_t losses = 0;
  int64_t identical = 0;           // outputs
  double mean_difference = 0.0;    // chrF points, system minus baseline
  std::vector<std::size_t> gains;  // the wins of the largest difference
  std::vector<std::size_t> drops;
  // Differences below the first edge, from it to below the second, ...; ties are those in the middle.
  std::array<int64_t, kDifferenceEdges.size() + 1> differences{};
};

// By the segments' chrF, the same number of each and at least one.
Comparison compare(std::span<const double> baseline, std::span<const double> system,
                   const std::vector<std::string>& baseline_outputs, const std::vector<std::string>& system_outputs);

}  // namespace tfm::analysis
