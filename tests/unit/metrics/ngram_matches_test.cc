#include "metrics/ngram_matches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tfm::metrics {
namespace {

using Tokens = std::vector<uint32_t>;
using Counts = std::map<Tokens, int64_t>;

Counts counted(const Tokens& tokens, size_t n) {
  Counts counts;
  for (size_t i = 0; i + n <= tokens.size(); ++i) ++counts[Tokens(&tokens[i], &tokens[i] + n)];
  return counts;
}

int64_t matched_by_definition(const Tokens& hypothesis, const std::vector<Tokens>& references, size_t n) {
  Counts most;
  for (const auto& reference : references) {
    for (const auto& [ngram, count] : counted(reference, n)) most[ngram] = std::max(most[ngram], count);
  }
  int64_t matched = 0;
  for (const auto& [ngram, count] : counted(hypothesis, n)) matched += std::min(count, most[ngram]);
  return matched;
}

std::vector<int64_t> matched(NgramMatcher& matcher, const Tokens& hypothesis, const std::vector<Tokens>& references,
                             int max_order) {
  matcher.clear();
  for (const auto& reference : references) matcher.add_reference(reference, max_order);
  std::vector<int64_t> result(static_cast<size_t>(max_order), -1);
  matcher.match(hypothesis, result);
  return result;
}

Tokens random_tokens(std::mt19937& random, size_t below) {
  Tokens tokens(random() % below);
  std::ranges::generate(tokens, [&] { return random() % 3; });
  return tokens;
}

TEST(NgramMatcher, CountsAnNgramAtMostAsOftenAsTheReferenceHasIt) {
  NgramMatcher matcher;
  EXPECT_EQ(matched(matcher, {7, 7, 7}, {{7, 7, 8}}, 2), (std::vector<int64_t>{2, 1}));
}

TEST(NgramMatcher, TakesTheMostOfSeveralReferencesButNotTheirSum) {
  NgramMatcher matcher;
  EXPECT_EQ(matched(matcher, {7, 7, 7, 7}, {{7, 8, 7}, {7}, {9}}, 1), (std::vector<int64_t>{2}));
}

TEST(NgramMatcher, FindsNothingInShorterTextsAndWithoutReferences) {
  NgramMatcher matcher;
  EXPECT_EQ(matched(matcher, {1, 2}, {{1}}, 3), (std::vector<int64_t>{1, 0, 0}));
  EXPECT_EQ(matched(matcher, {}, {{1}}, 1), (std::vector<int64_t>{0}));
  EXPECT_EQ(matched(matcher, {1}, {}, 1), (std::vector<int64_t>{0}));
}

TEST(NgramMatcher, MatchesSeveralHypothesesWithTheSameReferences) {
  NgramMatcher matcher;
  matcher.add_reference(Tokens{1, 2, 1}, 2);
  std::vector<int64_t> result(2);
  for (int i = 0; i < 3; ++i) {
    matcher.match(Tokens{1, 2}, result);
    EXPECT_EQ(result, (std::vector<int64_t>{2, 1}));
    matcher.match(Tokens{1, 1, 1}, result);
    EXPECT_EQ(result, (std::vector<int64_t>{2, 0}));
  }
}

TEST(NgramMatcher, CountsNgramsByLengthAndOrder) {
  EXPECT_EQ(num_ngrams(5, 1), 5);
  EXPECT_EQ(num_ngrams(5, 5), 1);
  EXPECT_EQ(num_ngrams(5, 6), 0);
  EXPECT_EQ(num_ngrams(0, 1), 0);
}

// One matcher for all, as the metrics have it.
TEST(NgramMatcher, AgreesWithCountingEachNgram) {
  std::mt19937 random(1);
  NgramMatcher matcher;
  for (int round = 0; round < 500; ++round) {
    const Tokens hypothesis = random_tokens(random, 12);
    std::vector<Tokens> references(1 + random() % 3);
    std::ranges::generate(references, [&] { return random_tokens(random, 12); });
    const auto result = matched(matcher, hypothesis, references, 6);
    for (size_t n = 1; n <= 6; ++n) {
      EXPECT_EQ(result[n - 1], matched_by_definition(hypothesis, references, n)) << "n = " << n;
    }
  }
}

}  // namespace
}  // namespace tfm::metrics
