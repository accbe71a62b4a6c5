// Over- and under-translation, as far as lengths tell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/tokens.h"

namespace tfm::analysis {

// In tokens, but for the source: in characters without white space, 0 where it is unknown.
struct SegmentLengths {
  int64_t hypothesis = 0;
  int64_t shortest_reference = 0;
  int64_t longest_reference = 0;
  int64_t source = 0;
};

std::vector<SegmentLengths> segment_lengths(const std::vector<Tokens>& hypotheses,
                                            const std::vector<std::vector<Tokens>>& references,
                                            const std::vector<std::string>& sources);

// kReferenceFactor times as long (or short) as every reference, or kSourceFactor times as what the length of the source
// suggests at the corpus's mean of reference tokens per source character; and by at least kLeastDifference tokens.
inline constexpr double kReferenceFactor = 1.5;
inline constexpr double kSourceFactor = 2.0;
inline constexpr double kLeastDifference = 4.0;

struct LengthFinding {
  std::size_t segment = 0;
  SegmentLengths lengths{};
  std::optional<double> suggested{};  // tokens, by the source
  double difference = 0.0;            // tokens, from the nearest reference
  bool by_reference = false;
  bool by_source = false;
};

struct LengthFindings {
  int64_t segments = 0;
  int64_t by_reference = 0;
  int64_t by_source = 0;
  std::vector<LengthFinding> clearest;  // those that both show first, then by the difference
};

inline constexpr std::array<double, 8> kRatioEdges = {0.5, 2.0 / 3, 0.8, 0.95, 1.05, 1.25, 1.5, 2.0};

struct Coverage {
  LengthFindings over, under;
  // Segments by output length over that of the nearest reference: below the first edge, from it to below the second ...
  std::array<int64_t, kRatioEdges.size() + 1> ratios{};
};

// Segments whose output or references are empty are left out.
Coverage coverage(std::span<const SegmentLengths> lengths);

}  // namespace tfm::analysis
