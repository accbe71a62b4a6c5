#include "analysis/word_lists.h"

#include <algorithm>

#include "analysis/ranking.h"

namespace tfm::analysis {
namespace {

constexpr int64_t kLeastTimes = 2;

struct Count {
  uint32_t token;
  int64_t times;
};

// Sorted by token.
std::vector<Count> counted(Tokens tokens) {
  std::ranges::sort(tokens);
  std::vector<Count> counts;
  for (const uint32_t token : tokens) {
    if (counts.empty() || counts.back().token != token) counts.push_back({token, 0});
    ++counts.back().times;
  }
  return counts;
}

int64_t times_in(const std::vector<Count>& counts, uint32_t token) {
  const auto found = std::ranges::lower_bound(counts, token, {}, &Count::token);
  return found != counts.end() && found->token == token ? found->times : 0;
}

// How often each token is there, and how often it is there in vain; by token.
struct Totals {
  explicit Totals(std::size_t size) : all(size), times(size) {}
  std::vector<int64_t> all, times;
};

struct LeastAndMost {
  int64_t least, most;
};

LeastAndMost times_in_references(const std::vector<std::vector<Count>>& references, uint32_t token) {
  LeastAndMost result{times_in(references.front(), token), 0};
  for (const auto& counts : references) {
    const int64_t times = times_in(counts, token);
    result = {std::min(result.least, times), std::max(result.most, times)};
  }
  return result;
}

std::vector<WordCount> ranked(const Totals& totals, const Vocabulary& vocabulary) {
  std::vector<uint32_t> tokens;
  for (uint32_t token = 0; token < totals.times.size(); ++token) {
    if (totals.times[token] >= kLeastTimes) tokens.push_back(token);
  }
  const auto weight = [&](uint32_t token) {
    const auto times = static_cast<double>(totals.times[token]);
    return times * times / static_cast<double>(totals.all[token]);
  };
  keep_first(tokens, kWordsListed, [&](uint32_t a, uint32_t b) {
    const double weight_a = weight(a), weight_b = weight(b);
    return weight_a != weight_b ? weight_a > weight_b : a < b;
  });
  std::vector<WordCount> words;
  for (const uint32_t token : tokens) {
    words.push_back({vocabulary.token(token), totals.times[token], totals.all[token]});
  }
  return words;
}

}  // namespace

WordLists word_lists(const std::vector<Tokens>& hypotheses, const std::vector<std::vector<Tokens>>& references,
                     const Vocabulary& vocabulary) {
  Totals missed(vocabulary.size()), surplus(vocabulary.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto own = counted(hypotheses[i]);
    std::vector<std::vector<Count>> others;
    for (const auto& reference : references[i]) others.push_back(counted(reference));
    for (const auto& [token, times] : own) {
      surplus.all[token] += times;
      surplus.times[token] += std::max<int64_t>(0, times - times_in_references(others, token).most);
    }
    for (const auto& count : others.front()) {
      const int64_t least = times_in_references(others, count.token).least;
      missed.all[count.token] += least;
      missed.times[count.token] += std::max<int64_t>(0, least - times_in(own, count.token));
    }
  }
  return {ranked(missed, vocabulary), ranked(surplus, vocabulary)};
}

}  // namespace tfm::analysis
