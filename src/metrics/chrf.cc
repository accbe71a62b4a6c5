#include "metrics/chrf.h"

#include <array>
#include <cstdint>

#include "metrics/ngram_matches.h"
#include "metrics/python_string.h"
#include "metrics/segment_pairs.h"

namespace tfm {
namespace {

using metrics::NgramMatches;

constexpr int kMaxOrder = 6;
constexpr double kBetaSquared = 4.0;
using Sums = std::array<NgramMatches, kMaxOrder>;

// White space does not count.
std::vector<uint32_t> characters_of(const std::string& segment) {
  std::vector<uint32_t> characters;
  for (const char32_t c : metrics::decode_utf8(segment)) {
    if (!metrics::is_space(c)) characters.push_back(c);
  }
  return characters;
}

// A hypothesis's n-grams are left out where the reference is too short to have any of that order.
void add_segment(Sums& sums, const std::string& hypothesis, const std::string& reference) {
  const auto matches = metrics::match_ngrams(characters_of(hypothesis), characters_of(reference), kMaxOrder);
  for (size_t order = 0; order < sums.size(); ++order) {
    if (matches[order].reference > 0) sums[order].hypothesis += matches[order].hypothesis;
    sums[order].reference += matches[order].reference;
    sums[order].matched += matches[order].matched;
  }
}

// F-beta of the mean precision and the mean recall, over the orders that both sides have n-grams of.
double f_score(const Sums& sums) {
  double precision = 0.0;
  double recall = 0.0;
  int orders = 0;
  for (const NgramMatches& sum : sums) {
    if (sum.hypothesis == 0 || sum.reference == 0) continue;
    precision += static_cast<double>(sum.matched) / static_cast<double>(sum.hypothesis);
    recall += static_cast<double>(sum.matched) / static_cast<double>(sum.reference);
    ++orders;
  }
  if (precision + recall == 0.0) return 0.0;
  precision /= orders;
  recall /= orders;
  return (1.0 + kBetaSquared) * precision * recall / (kBetaSquared * precision + recall);
}

}  // namespace

double corpus_chrf(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  metrics::check_segment_pairs(hypotheses, references);
  Sums sums;
  for (size_t i = 0; i < hypotheses.size(); ++i) add_segment(sums, hypotheses[i], references[i]);
  return 100.0 * f_score(sums);
}

std::string chrf_signature() { return "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"; }

}  // namespace tfm
