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

int64_t matched_by_definition(const Tokens& hypothesis, const Tokens& reference, size_t n) {
  int64_t matched = 0;
  Counts in_reference = counted(reference, n);
  for (const auto& [ngram, count] : counted(hypothesis, n)) matched += std::min(count, in_reference[ngram]);
  return matched;
}

TEST(NgramMatches, CountsAnNgramAtMostAsOftenAsTheReferenceHasIt) {
  const auto matches = match_ngrams(Tokens{7, 7, 7}, Tokens{7, 7, 8}, 2);
  EXPECT_EQ(matches[0].matched, 2);
  EXPECT_EQ(matches[1].matched, 1);
}

TEST(NgramMatches, CountsNoneWhereATextIsShorterThanTheOrder) {
  const auto matches = match_ngrams(Tokens{1, 2}, Tokens{1}, 3);
  EXPECT_EQ(matches[0].hypothesis, 2);
  EXPECT_EQ(matches[1].hypothesis, 1);
  EXPECT_EQ(matches[2].hypothesis, 0);
  EXPECT_EQ(matches[1].reference, 0);
  EXPECT_EQ(matches[1].matched, 0);
}

TEST(NgramMatches, AgreesWithCountingEachNgram) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    Tokens hypothesis(random() % 12);
    Tokens reference(random() % 12);
    std::generate(hypothesis.begin(), hypothesis.end(), [&] { return random() % 3; });
    std::generate(reference.begin(), reference.end(), [&] { return random() % 3; });
    const auto matches = match_ngrams(hypothesis, reference, 6);
    for (size_t n = 1; n <= 6; ++n) {
      EXPECT_EQ(matches[n - 1].matched, matched_by_definition(hypothesis, reference, n)) << "n = " << n;
    }
  }
}

}  // namespace
}  // namespace tfm::metrics
