#include "metrics/ngram_matches.h"

namespace tfm::metrics {

void NgramMatcher::clear() {
  names_.clear();
  counts_.resize(1);
  references_ = matches_ = 0;
}

void NgramMatcher::add_reference(std::span<const uint32_t> tokens, int max_order) {
  ++references_;
  ngrams_.assign(tokens.size(), PairNames::kEmpty);
  for (std::size_t n = 1; n <= std::min<std::size_t>(static_cast<std::size_t>(max_order), tokens.size()); ++n) {
    for (std::size_t i = 0; i + n <= tokens.size(); ++i) {
      ngrams_[i] = names_.name(ngrams_[i], tokens[i + n - 1]);
      if (ngrams_[i] == counts_.size()) counts_.emplace_back();
      Count& count = counts_[ngrams_[i]];
      if (count.reference != references_) count.here = 0;
      count.reference = references_;
      count.most = std::max(count.most, ++count.here);
    }
  }
}

void NgramMatcher::match(std::span<const uint32_t> hypothesis, std::span<int64_t> matched) {
  ++matches_;
  std::ranges::fill(matched, 0);
  ngrams_.assign(hypothesis.size(), PairNames::kEmpty);
  for (std::size_t n = 1; n <= std::min(matched.size(), hypothesis.size()); ++n) {
    for (std::size_t i = 0; i + n <= hypothesis.size(); ++i) {
      if (ngrams_[i] == PairNames::kNone) continue;  // its beginning is in no reference
      ngrams_[i] = names_.find(ngrams_[i], hypothesis[i + n - 1]);
      if (ngrams_[i] == PairNames::kNone) continue;
      Count& count = counts_[ngrams_[i]];
      if (count.match != matches_) count.used = 0;
      count.match = matches_;
      if (count.used == count.most) continue;
      ++count.used;
      ++matched[n - 1];
    }
  }
}

}  // namespace tfm::metrics
