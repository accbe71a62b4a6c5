#include "analysis/frequent_ngram.h"

#include <algorithm>
#include <span>

#include "analysis/characters.h"
#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kLeastTimes = 3;
constexpr int64_t kLeastExcess = 3;
constexpr double kLeastShare = 0.25;

using Ngram = std::span<const uint32_t>;

// Copies that don't overlap.
int64_t count_in(Ngram ngram, const Tokens& text) {
  int64_t count = 0;
  for (auto from = text.begin(); true; from += std::ssize(ngram)) {
    from = std::search(from, text.end(), ngram.begin(), ngram.end());
    if (from == text.end()) return count;
    ++count;
  }
}

bool has_token_three_times(Tokens tokens) {
  std::ranges::sort(tokens);
  for (std::size_t i = kLeastTimes - 1; i < tokens.size(); ++i) {
    if (tokens[i] == tokens[i - kLeastTimes + 1]) return true;
  }
  return false;
}

// Each n-gram of an order that stands at least three times, once.
std::vector<Ngram> repeated_ngrams(Ngram tokens, std::size_t order) {
  std::vector<Ngram> ngrams, repeated;
  for (std::size_t i = 0; i + order <= tokens.size(); ++i) ngrams.push_back(tokens.subspan(i, order));
  std::ranges::sort(ngrams, [](Ngram a, Ngram b) { return std::ranges::lexicographical_compare(a, b); });
  for (std::size_t i = kLeastTimes - 1; i < ngrams.size(); ++i) {
    const bool has_times = std::ranges::equal(ngrams[i], ngrams[i - kLeastTimes + 1]);
    if (has_times && (repeated.empty() || !std::ranges::equal(repeated.back(), ngrams[i])))
      repeated.push_back(ngrams[i]);
  }
  return repeated;
}

bool has_more_than_marks(Ngram ngram, const Vocabulary& vocabulary) {
  return std::ranges::any_of(ngram, [&](uint32_t token) {
    return !std::ranges::all_of(metrics::decode_utf8(vocabulary.token(token)), is_mark);
  });
}

FrequentNgram counted(Ngram ngram, const Tokens& hypothesis, const std::vector<Tokens>& references) {
  FrequentNgram found{.ngram = Tokens(ngram.begin(), ngram.end()), .times = count_in(ngram, hypothesis)};
  for (const auto& reference : references) {
    found.in_references = std::max(found.in_references, count_in(ngram, reference));
  }
  return found;
}

}  // namespace

std::optional<FrequentNgram> frequent_ngram(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                            const Vocabulary& vocabulary) {
  if (!has_token_three_times(hypothesis)) return std::nullopt;
  FrequentNgram best;
  for (std::size_t order = 2; order <= 4; ++order) {
    for (const Ngram ngram : repeated_ngrams(hypothesis, order)) {
      if (!has_more_than_marks(ngram, vocabulary)) continue;
      auto found = counted(ngram, hypothesis, references);
      const bool enough = found.times - found.in_references >= kLeastExcess;
      if (enough && found.excess_tokens() > best.excess_tokens()) best = std::move(found);
    }
  }
  const auto least = kLeastShare * static_cast<double>(hypothesis.size());
  return best.times > 0 && static_cast<double>(best.excess_tokens()) >= least ? std::optional(best) : std::nullopt;
}

}  // namespace tfm::analysis
