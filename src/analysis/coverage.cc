#include "analysis/coverage.h"

#include <algorithm>
#include <cmath>

#include "analysis/ranking.h"
#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

int64_t visible_characters(const std::string& text) {
  const auto characters = metrics::decode_utf8(text);
  return std::ranges::count_if(characters, [](char32_t c) { return !metrics::is_space(c); });
}

// 0 without sources.
double tokens_per_source_character(std::span<const SegmentLengths> lengths) {
  double tokens = 0.0, characters = 0.0;
  for (const auto& segment : lengths) {
    tokens += static_cast<double>(segment.shortest_reference + segment.longest_reference) / 2.0;
    characters += static_cast<double>(segment.source);
  }
  return characters > 0.0 ? tokens / characters : 0.0;
}

bool is_much_longer(double longer, double shorter, double factor) {
  return longer >= factor * shorter && longer - shorter >= kLeastDifference;
}

double nearest_reference(const SegmentLengths& lengths) {
  return static_cast<double>(std::clamp(lengths.hypothesis, lengths.shortest_reference, lengths.longest_reference));
}

void add(LengthFindings& findings, const LengthFinding& finding) {
  if (!finding.by_reference && !finding.by_source) return;
  ++findings.segments;
  findings.by_reference += finding.by_reference ? 1 : 0;
  findings.by_source += finding.by_source ? 1 : 0;
  findings.clearest.push_back(finding);
}

void keep_clearest(LengthFindings& findings) {
  keep_first(findings.clearest, kListed, [](const LengthFinding& a, const LengthFinding& b) {
    const bool a_both = a.by_reference && a.by_source, b_both = b.by_reference && b.by_source;
    if (a_both != b_both) return a_both;
    if (a.difference != b.difference) return a.difference > b.difference;
    return a.segment < b.segment;
  });
}

std::size_t ratio_bin(const SegmentLengths& lengths) {
  const double ratio = static_cast<double>(lengths.hypothesis) / nearest_reference(lengths);
  return static_cast<std::size_t>(std::ranges::upper_bound(kRatioEdges, ratio) - kRatioEdges.begin());
}

// What is known of a segment whichever way its length is off.
LengthFinding measured(std::size_t segment, const SegmentLengths& lengths, double tokens_per_character) {
  LengthFinding finding{.segment = segment, .lengths = lengths};
  if (lengths.source > 0) finding.suggested = tokens_per_character * static_cast<double>(lengths.source);
  finding.difference = std::abs(static_cast<double>(lengths.hypothesis) - nearest_reference(lengths));
  return finding;
}

LengthFinding as_too_long(LengthFinding finding) {
  const auto length = static_cast<double>(finding.lengths.hypothesis);
  const auto longest = static_cast<double>(finding.lengths.longest_reference);
  finding.by_reference = is_much_longer(length, longest, kReferenceFactor);
  finding.by_source = finding.suggested && is_much_longer(length, *finding.suggested, kSourceFactor);
  return finding;
}

LengthFinding as_too_short(LengthFinding finding) {
  const auto length = static_cast<double>(finding.lengths.hypothesis);
  const auto shortest = static_cast<double>(finding.lengths.shortest_reference);
  finding.by_reference = is_much_longer(shortest, length, kReferenceFactor);
  finding.by_source = finding.suggested && is_much_longer(*finding.suggested, length, kSourceFactor);
  return finding;
}

}  // namespace

std::vector<SegmentLengths> segment_lengths(const std::vector<Tokens>& hypotheses,
                                            const std::vector<std::vector<Tokens>>& references,
                                            const std::vector<std::string>& sources) {
  std::vector<SegmentLengths> lengths(hypotheses.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    SegmentLengths& own = lengths[i];
    own.hypothesis = std::ssize(hypotheses[i]);
    own.shortest_reference = own.longest_reference = std::ssize(references[i].front());
    for (const auto& reference : references[i]) {
      own.shortest_reference = std::min(own.shortest_reference, std::ssize(reference));
      own.longest_reference = std::max(own.longest_reference, std::ssize(reference));
    }
    if (!sources.empty()) own.source = visible_characters(sources[i]);
  }
  return lengths;
}

Coverage coverage(std::span<const SegmentLengths> lengths) {
  Coverage result;
  const double rate = tokens_per_source_character(lengths);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i].hypothesis == 0 || lengths[i].shortest_reference == 0) continue;
    const auto finding = measured(i, lengths[i], rate);
    add(result.over, as_too_long(finding));
    add(result.under, as_too_short(finding));
    ++result.ratios[ratio_bin(lengths[i])];
  }
  keep_clearest(result.over);
  keep_clearest(result.under);
  return result;
}

}  // namespace tfm::analysis
