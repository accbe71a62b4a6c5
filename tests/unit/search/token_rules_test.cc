// Each rule alone, on log-probabilities that are written here. What they do to whole searches: exhaustive_search_test.
#include <gtest/gtest.h>

#include <cmath>

#include "search/forbidden_sequences.h"
#include "search/forced_prefix.h"
#include "search/minimum_length.h"
#include "search/no_repeat_ngram.h"
#include "search/repetition_penalty.h"
#include "search/spelled_output.h"

namespace tfm {
namespace {

constexpr int64_t kTokens = 6, kEndMark = 1;

// What becomes of -1, -2, ... -6 where the tokens stand before.
std::vector<float> edited(const TokenRule& rule, const std::vector<int32_t>& tokens, const SentenceTask& task = {}) {
  TokenEdits edits;
  edits.start_row(0);
  rule.edit({.tokens = tokens, .token_log_probs = {}}, task, edits);
  std::vector<float> log_probs;
  for (int64_t token = 1; token <= kTokens; ++token) log_probs.push_back(-static_cast<float>(token));
  edits.apply({}, kTokens, log_probs);
  return log_probs;
}

std::vector<int64_t> ruled_out(const TokenRule& rule, const std::vector<int32_t>& tokens,
                               const SentenceTask& task = {}) {
  std::vector<int64_t> found;
  const auto log_probs = edited(rule, tokens, task);
  for (int64_t token = 0; token < kTokens; ++token) {
    if (std::isinf(log_probs[static_cast<std::size_t>(token)])) found.push_back(token);
  }
  return found;
}

using Ids = std::vector<int64_t>;

TEST(NoRepeatNgram, RulesOutWhatFollowedTheSameTokensBefore) {
  const NoRepeatNgram bigrams(2), trigrams(3), unigrams(1);
  EXPECT_EQ(ruled_out(bigrams, {2, 3, 2}), (Ids{3}));
  EXPECT_EQ(ruled_out(bigrams, {2, 3, 2, 4, 2}), (Ids{3, 4}));
  EXPECT_EQ(ruled_out(bigrams, {2, 2}), (Ids{2}));
  EXPECT_EQ(ruled_out(bigrams, {2}), Ids{});
  EXPECT_EQ(ruled_out(bigrams, {}), Ids{});
  EXPECT_EQ(ruled_out(trigrams, {2, 3, 4, 2, 3}), (Ids{4}));
  EXPECT_EQ(ruled_out(trigrams, {2, 3, 4, 3}), Ids{});
  EXPECT_EQ(ruled_out(trigrams, {2, 2, 2}), (Ids{2}));
  EXPECT_EQ(ruled_out(trigrams, {2, 2}), Ids{});
  EXPECT_EQ(ruled_out(unigrams, {2, 4}), (Ids{2, 4}));
}

TEST(RepetitionPenalty, ScalesTheLogProbabilityOfWhatIsThereOnce) {
  EXPECT_EQ(edited(RepetitionPenalty(1.5), {2, 2, 4}), (std::vector<float>{-1, -2, -4.5, -4, -7.5, -6}));
  EXPECT_EQ(edited(RepetitionPenalty(1.5), {}), (std::vector<float>{-1, -2, -3, -4, -5, -6}));
}

TEST(ForbiddenSequences, RulesOutTheLastPieceWhereTheOthersStandBefore) {
  const ForbiddenSequences rule({{5}, {2, 3}, {4, 2, 0}, {2, 2}});
  EXPECT_EQ(ruled_out(rule, {}), (Ids{5}));
  EXPECT_EQ(ruled_out(rule, {2}), (Ids{2, 3, 5}));
  EXPECT_EQ(ruled_out(rule, {4, 2}), (Ids{0, 2, 3, 5}));
  EXPECT_EQ(ruled_out(rule, {2, 4}), (Ids{5}));
}

TEST(MinimumLength, HoldsTheEndMarkBack) {
  const MinimumLength rule(kEndMark);
  const SentenceTask task{.most_tokens = 9, .least_pieces = 2};
  EXPECT_EQ(ruled_out(rule, {}, task), (Ids{kEndMark}));
  EXPECT_EQ(ruled_out(rule, {3}, task), (Ids{kEndMark}));
  EXPECT_EQ(ruled_out(rule, {3, 4}, task), Ids{});
}

TEST(SpelledOutput, HoldsTheEndMarkBackUntilSomethingIsSpelled) {
  const SpelledOutput rule(kEndMark, {true, true, true, false, true, false});
  EXPECT_EQ(ruled_out(rule, {}), (Ids{kEndMark}));
  EXPECT_EQ(ruled_out(rule, {2, 4, 2}), (Ids{kEndMark}));
  EXPECT_EQ(ruled_out(rule, {2, 3, 2}), Ids{});
}

TEST(ForcedPrefix, LeavesOnlyTheNextTokenOfThePrefix) {
  const SentenceTask task{.most_tokens = 9, .prefix = {3, 5}};
  const ForcedPrefix rule;
  EXPECT_EQ(ruled_out(rule, {}, task), (Ids{0, 1, 2, 4, 5}));
  EXPECT_EQ(ruled_out(rule, {3}, task), (Ids{0, 1, 2, 3, 4}));
  EXPECT_EQ(ruled_out(rule, {3, 5}, task), Ids{});
}

TEST(TokenEdits, ChangeTheirRowsAndLeaveTheOthers) {
  std::vector<float> log_probs(2 * 2 * 3, -2.0F);
  TokenEdits edits;
  edits.start_row(3);
  edits.forbid(1);
  edits.scale(0, 2.0);
  edits.start_row(0);
  edits.allow_only(2);
  edits.forbid(2);  // of no effect
  edits.scale(2, 3.0);
  const std::vector<int64_t> forbidden{2};
  edits.apply(forbidden, 3, log_probs);
  const float never = -INFINITY;
  EXPECT_EQ(log_probs, (std::vector<float>{never, never, -2.0F, -2.0F, -2.0F, never,  //
                                           -2.0F, -2.0F, never, -4.0F, never, never}));
  EXPECT_EQ(edits.factor(3, 0), 2.0);
  EXPECT_EQ(edits.factor(3, 1), 1.0);
  EXPECT_EQ(edits.factor(0, 2), 1.0);
}

TEST(ActiveRules, AreNoneThatWouldNeverEdit) {
  const SearchOptions options;
  EXPECT_TRUE(active_rules(options, {{.most_tokens = 5, .least_pieces = 0}}).empty());
  EXPECT_EQ(active_rules(options, {{.most_tokens = 5, .least_pieces = 0}, {.most_tokens = 5}}).size(), 1U);
}

}  // namespace
}  // namespace tfm
