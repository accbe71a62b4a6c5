#include "metrics/ngram_matches.h"

#include <unordered_map>

namespace tfm::metrics {
namespace {

// An n-gram's name is a number: that of the pair (name of its first n - 1 tokens, last token). A pair fits into 64
// bits, so equal names are equal n-grams, not just equal hashes.
using Names = std::vector<uint32_t>;
constexpr uint32_t kUnknown = UINT32_MAX;  // of a hypothesis's n-gram that the reference doesn't have

class OrderMatcher {
 public:
  // Turns the names of the reference's (n-1)-grams into those of its n-grams.
  void name_reference(Names& names, std::span<const uint32_t> last_tokens) {
    names.resize(last_tokens.size());
    for (size_t i = 0; i < names.size(); ++i) {
      const auto next = static_cast<uint32_t>(left_.size());
      names[i] = names_.try_emplace(key(names[i], last_tokens[i]), next).first->second;
      if (names[i] == next) left_.push_back(0);
      ++left_[names[i]];
    }
  }

  // The same for the hypothesis; returns how many are matched. An n-gram of an unknown (n-1)-gram is unknown.
  int64_t match_hypothesis(Names& names, std::span<const uint32_t> last_tokens) {
    names.resize(last_tokens.size());
    int64_t matched = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      const auto found = names[i] == kUnknown ? names_.end() : names_.find(key(names[i], last_tokens[i]));
      names[i] = found == names_.end() ? kUnknown : found->second;
      if (names[i] == kUnknown || left_[names[i]] == 0) continue;
      --left_[names[i]];
      ++matched;
    }
    return matched;
  }

 private:
  static uint64_t key(uint32_t prefix, uint32_t token) { return (uint64_t{prefix} << 32) | token; }

  std::unordered_map<uint64_t, uint32_t> names_;
  std::vector<int64_t> left_;  // by name: how many of the reference's are not matched yet
};

}  // namespace

std::vector<NgramMatches> match_ngrams(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference,
                                       int max_order) {
  std::vector<NgramMatches> result;
  Names hypothesis_names(hypothesis.size(), 0);
  Names reference_names(reference.size(), 0);
  for (int n = 1; n <= max_order; ++n) {
    OrderMatcher matcher;
    matcher.name_reference(reference_names, reference);
    const int64_t matched = matcher.match_hypothesis(hypothesis_names, hypothesis);
    result.push_back({std::ssize(hypothesis), std::ssize(reference), matched});
    if (!hypothesis.empty()) hypothesis = hypothesis.subspan(1);
    if (!reference.empty()) reference = reference.subspan(1);
  }
  return result;
}

}  // namespace tfm::metrics
