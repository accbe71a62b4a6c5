#include "search/beam_search.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "toy_language.h"

namespace tfm {
namespace {

using testing::kBegin;
using testing::kEnd;
using testing::kFirstSeed;
using testing::kVocabulary;
using testing::toy_options;
using testing::ToyLanguage;
using testing::ToyModel;

std::vector<Hypothesis> search(const ToyLanguage& language, int64_t limit, const SearchOptions& options) {
  ToyModel model({language}, options.beam_size);
  return beam_search(model.callbacks(), tasks_of({limit}), options).front();
}

class BeamSearch : public ::testing::TestWithParam<const char*> {};

TEST_P(BeamSearch, BeamOneIsGreedySearch) {
  for (uint64_t seed = kFirstSeed; seed <= 20; ++seed) {
    const ToyLanguage language(seed);
    std::vector<int32_t> greedy;
    while (greedy.size() < 12 && (greedy.empty() || greedy.back() != kEnd)) {
      auto next = language.next(greedy);
      next[kBegin] = -INFINITY;
      if (greedy.empty()) next[kEnd] = -INFINITY;
      greedy.push_back(static_cast<int32_t>(std::ranges::max_element(next) - next.begin()));
    }
    EXPECT_EQ(search(language, 12, toy_options(1, GetParam())).front().tokens, greedy) << "seed " << seed;
  }
}

TEST_P(BeamSearch, BatchMatesChangeNothing) {
  auto options = toy_options(3, GetParam(), 3);
  options.coverage_penalty = 0.3;
  options.no_repeat_ngram = 3;
  options.repetition_penalty = 1.1;
  std::vector<ToyLanguage> languages;
  std::vector<SentenceTask> tasks;
  for (const int64_t limit : {5, 9, 2, 14, 1, 8, 8, 20, 3}) {
    languages.emplace_back(kFirstSeed + tasks.size());
    tasks.push_back({.most_tokens = limit, .source_pieces = 1 + limit % testing::kSourceWords});
  }
  tasks[3].prefix = {4, 4, 2};
  tasks[5].least_pieces = 6;
  ToyModel model(languages, options.beam_size);
  const auto together = beam_search(model.callbacks(), tasks, options);
  for (std::size_t i = 0; i < languages.size(); ++i) {
    ToyModel single({languages[i]}, options.beam_size);
    const auto alone = beam_search(single.callbacks(), {tasks[i]}, options).front();
    ASSERT_EQ(together[i].size(), alone.size());
    for (std::size_t j = 0; j < alone.size(); ++j) {
      EXPECT_EQ(together[i][j].tokens, alone[j].tokens);
      EXPECT_EQ(together[i][j].log_prob, alone[j].log_prob);
      EXPECT_EQ(together[i][j].score, alone[j].score);
    }
  }
}

TEST_P(BeamSearch, TheFirstOfManyIsTheOnlyOneOfOne) {
  for (uint64_t seed = kFirstSeed; seed <= 20; ++seed) {
    const ToyLanguage language(seed);
    const auto one = search(language, 10, toy_options(5, GetParam(), 1));
    const auto five = search(language, 10, toy_options(5, GetParam(), 5));
    EXPECT_EQ(one.front().tokens, five.front().tokens) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(LengthPenalties, BeamSearch, ::testing::Values("none", "average", "0.6"),
                         [](const auto& instance) {
                           return std::string(instance.param) == "0.6" ? "Wu" : instance.param;
                         });

TEST(BeamSearch, AnUnfinishedHypothesisIsGivenAndMarkedAtTheLimit) {
  const auto found = search(ToyLanguage(3), 1, toy_options(2, "average", 2));
  ASSERT_EQ(found.size(), 2U);
  for (const auto& hypothesis : found) {
    EXPECT_FALSE(hypothesis.finished);  // the end mark can't come first
    EXPECT_EQ(hypothesis.tokens.size(), 1U);
  }
}

TEST(BeamSearch, ForbiddenTokensAndAnEmptyTranslationNeverAppear) {
  for (uint64_t seed = kFirstSeed; seed <= 20; ++seed) {
    for (const auto& hypothesis : search(ToyLanguage(seed), 8, toy_options(4, "none", 4))) {
      EXPECT_EQ(std::ranges::count(hypothesis.tokens, static_cast<int32_t>(kBegin)), 0);
      EXPECT_NE(hypothesis.tokens.front(), kEnd);
    }
  }
}

TEST(BeamSearch, HypothesesAreRankedAndAllDifferent) {
  const auto found = search(ToyLanguage(5), 8, toy_options(5, "average", 5));
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_TRUE(found[i - 1].finished >= found[i].finished);
    if (found[i - 1].finished == found[i].finished) {
      EXPECT_GE(found[i - 1].score, found[i].score);
    }
    EXPECT_NE(found[i - 1].tokens, found[i].tokens);
  }
}

// Where every token is ruled out, what stands so far is given: never nothing.
TEST(BeamSearch, AHypothesisThatMayNotGoOnIsGivenUnfinished) {
  auto options = toy_options(2, "average", 2);
  options.no_repeat_ngram = 1;
  auto task = testing::toy_task(9);
  task.least_pieces = 8;  // but there are three words, none of which may come twice
  ToyModel model({ToyLanguage(1)}, options.beam_size);
  const auto found = beam_search(model.callbacks(), {task}, options).front();
  ASSERT_EQ(found.size(), 2U);
  for (const auto& hypothesis : found) {
    EXPECT_FALSE(hypothesis.finished);
    EXPECT_EQ(hypothesis.tokens.size(), 3U);
  }
}

TEST(BeamSearch, WhereNothingMayComeAtAllTheHypothesisIsEmptyAndUnfinished) {
  auto options = toy_options(3, "average", 2);
  options.forbidden = {0, 1, 2, 3, 4};
  ToyModel model({ToyLanguage(1)}, options.beam_size);
  const auto found = beam_search(model.callbacks(), tasks_of({5}), options).front();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found.front().tokens.empty());
  EXPECT_FALSE(found.front().finished);
  EXPECT_EQ(found.front().score, 0.0);
}

TEST(BeamSearch, AModelThatGivesNoNumbersEndsTheSearchUnfinished) {
  const NextTokenModel broken{
      .vocab_size = kVocabulary,
      .log_probs = [](const LastTokens& last,
                      float* to) { std::fill_n(to, std::ssize(last.tokens) * kVocabulary, NAN); },
      .select = [](auto, auto) {}};
  const auto found = beam_search(broken, tasks_of({5}), toy_options(2, "average")).front();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FALSE(found.front().finished);
}

// Words 2 and 3 are spelled alike.
std::string toy_spelling(const std::vector<int32_t>& tokens) {
  std::string text;
  for (const int32_t token : tokens) text += token == kEnd ? "" : token == 3 ? "2" : std::to_string(token);
  return text;
}

TEST(BeamSearch, NoTwoOfTheBestSpellTheSameAndTheFirstStaysTheFirst) {
  int64_t left_out = 0;
  for (uint64_t seed = kFirstSeed; seed <= 20; ++seed) {
    auto options = toy_options(6, "average", 6);
    const auto all = search(ToyLanguage(seed), 8, options);
    options.spell = toy_spelling;
    const auto distinct = search(ToyLanguage(seed), 8, options);
    std::vector<std::vector<int32_t>> expected;
    std::vector<std::string> seen;
    for (const auto& hypothesis : all) {
      const auto text = toy_spelling(hypothesis.tokens);
      if (std::ranges::count(seen, text) > 0) continue;
      seen.push_back(text);
      expected.push_back(hypothesis.tokens);
    }
    left_out += std::ssize(all) - std::ssize(expected);
    std::vector<std::vector<int32_t>> found;
    for (const auto& hypothesis : distinct) found.push_back(hypothesis.tokens);
    EXPECT_EQ(found, expected) << "seed " << seed;
    options.num_best = 1;
    EXPECT_EQ(search(ToyLanguage(seed), 8, options).front().tokens, all.front().tokens) << "seed " << seed;
  }
  EXPECT_GT(left_out, 0);
}

TEST(BeamSearchSteps, CanBeAbandonedBeforeEachStep) {
  ToyModel model({ToyLanguage(1)}, 2);
  auto options = toy_options(2, "average");
  options.before_step = [&] {
    if (model.steps() == 1) throw std::runtime_error("stop");
  };
  EXPECT_THROW(beam_search(model.callbacks(), tasks_of({20}), options), std::runtime_error);
  EXPECT_EQ(model.steps(), 1);
}

}  // namespace
}  // namespace tfm
