#include "search/sampling.h"

#include <gtest/gtest.h>

#include <map>

#include "toy_language.h"

namespace tfm {
namespace {

using testing::kVocabulary;
using testing::ToyLanguage;
using testing::ToyModel;

constexpr uint64_t kSamplingSeed = 20240607;

SearchOptions sampling_options(int64_t draws, const SamplingOptions& sampling) {
  auto options = testing::toy_options(1, "average", draws);
  options.sampling = sampling;
  return options;
}

// The first tokens of many sentences' draws.
std::vector<int64_t> first_token_counts(const ToyLanguage& language, const SamplingOptions& sampling, int64_t draws) {
  auto options = sampling_options(100, sampling);
  std::vector<int64_t> counts(kVocabulary, 0);
  for (uint64_t number = 0; number < static_cast<uint64_t>(draws / options.num_best); ++number) {
    ToyModel model({language}, options.num_best);
    const SentenceTask task{.most_tokens = 1, .least_pieces = 0, .number = number};
    const auto found = sample(model.callbacks(), {task}, options);
    for (const auto& drawn : found.front()) {
      ++counts[static_cast<std::size_t>(drawn.tokens.front())];
    }
  }
  return counts;
}

// What the tokens' probabilities should be: written with the definition's words, not the sampler's.
std::vector<double> probabilities(const ToyLanguage& language, const SamplingOptions& sampling) {
  std::vector<std::pair<double, std::size_t>> ranked;
  const auto log_probs = language.next({});
  for (std::size_t token = 1; token < log_probs.size(); ++token) {  // the begin mark is forbidden
    ranked.emplace_back(std::exp(log_probs[token] / sampling.temperature), token);
  }
  std::ranges::sort(ranked, std::greater{});
  if (sampling.top_k > 0) ranked.resize(static_cast<std::size_t>(sampling.top_k));
  double all = 0.0, kept = 0.0;
  for (const auto& [weight, token] : ranked) all += weight;
  std::vector<double> result(kVocabulary, 0.0);
  for (const auto& [weight, token] : ranked) {
    if (kept >= sampling.top_p * all) break;
    kept += weight;
    result[token] = weight;
  }
  for (double& weight : result) weight /= kept;
  return result;
}

struct Frequencies {
  const char* name;
  SamplingOptions sampling;
};
class SamplingFrequencies : public ::testing::TestWithParam<Frequencies> {};

// Pearson's chi-square against the definition. With 1 to 3 degrees of freedom it passes 16.27 once in a thousand seeds.
TEST_P(SamplingFrequencies, AreTheProbabilities) {
  constexpr int64_t kDraws = 4000;
  auto sampling = GetParam().sampling;
  sampling.seed = kSamplingSeed;
  const ToyLanguage language(5, 2.0);
  const auto counts = first_token_counts(language, sampling, kDraws);
  const auto expected = probabilities(language, sampling);
  double chi_square = 0.0;
  for (std::size_t token = 0; token < counts.size(); ++token) {
    const double wanted = expected[token] * kDraws;
    if (wanted == 0.0) {
      EXPECT_EQ(counts[token], 0) << token;
    } else {
      const double difference = static_cast<double>(counts[token]) - wanted;
      chi_square += difference * difference / wanted;
    }
  }
  EXPECT_LT(chi_square, 16.27) << "seed " << kSamplingSeed;
}

INSTANTIATE_TEST_SUITE_P(Options, SamplingFrequencies,
                         ::testing::Values(Frequencies{"Plain", {}}, Frequencies{"Hot", {.temperature = 3.0}},
                                           Frequencies{"Cold", {.temperature = 0.5}}, Frequencies{"TopK", {.top_k = 2}},
                                           Frequencies{"TopP", {.top_p = 0.7}},
                                           Frequencies{"All", {.temperature = 1.5, .top_k = 3, .top_p = 0.8}}),
                         [](const auto& instance) { return instance.param.name; });

TEST(Sampling, OfTheMostProbableTokenAloneIsGreedySearch) {
  for (uint64_t seed = testing::kFirstSeed; seed <= 10; ++seed) {
    const ToyLanguage language(seed);
    const auto options = sampling_options(1, {.top_k = 1});
    ToyModel model({language}, 1);
    const auto drawn = sample(model.callbacks(), tasks_of({12}), options).front().front();
    std::vector<int32_t> greedy;
    while (greedy.size() < 12 && (greedy.empty() || greedy.back() != testing::kEnd)) {
      auto next = language.next(greedy);
      next[testing::kBegin] = -INFINITY;
      if (greedy.empty()) next[testing::kEnd] = -INFINITY;
      greedy.push_back(static_cast<int32_t>(std::ranges::max_element(next) - next.begin()));
    }
    EXPECT_EQ(drawn.tokens, greedy) << "seed " << seed;
  }
}

TEST(Sampling, DependsOnTheSentencesNumberAndNotOnItsBatch) {
  const auto options = sampling_options(3, {.top_p = 0.9, .seed = kSamplingSeed});
  std::vector<ToyLanguage> languages;
  std::vector<SentenceTask> tasks;
  for (uint64_t number = 0; number < 7; ++number) {
    languages.emplace_back(number);
    tasks.push_back({.most_tokens = 4 + 5 * static_cast<int64_t>(number % 3), .number = 100 + number});
  }
  ToyModel model(languages, options.num_best);
  const auto together = sample(model.callbacks(), tasks, options);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    ToyModel single({languages[i]}, options.num_best);
    const auto alone = sample(single.callbacks(), {tasks[i]}, options).front();
    ASSERT_EQ(together[i].size(), alone.size());
    for (std::size_t j = 0; j < alone.size(); ++j) EXPECT_EQ(together[i][j].tokens, alone[j].tokens);
  }
}

std::vector<std::vector<int32_t>> draws(int64_t count, uint64_t seed, uint64_t number) {
  const auto options = sampling_options(count, {.seed = seed});
  ToyModel model({ToyLanguage(1, 1.0)}, count);
  std::vector<std::vector<int32_t>> found;
  const SentenceTask task{.most_tokens = 20, .number = number};
  const auto sampled = sample(model.callbacks(), {task}, options);
  for (const auto& drawn : sampled.front()) found.push_back(drawn.tokens);
  return found;
}

TEST(Sampling, DrawsAreInOrderAndTheFirstOnesDoNotDependOnHowManyFollow) {
  const auto one = draws(1, 1, 0), five = draws(5, 1, 0);
  ASSERT_EQ(five.size(), 5U);
  EXPECT_EQ(one.front(), five.front());
  EXPECT_NE(five[0], five[1]);
}

TEST(Sampling, AnotherSeedOrSentenceDrawsOtherTokens) {
  EXPECT_EQ(draws(5, 1, 0), draws(5, 1, 0));
  EXPECT_NE(draws(5, 1, 0), draws(5, 2, 0));
  EXPECT_NE(draws(5, 1, 0), draws(5, 1, 1));
}

TEST(Sampling, GivesTheModelsOwnLogProbabilities) {
  const ToyLanguage language(4);
  auto options = sampling_options(1, {.temperature = 2.0, .top_k = 3});
  options.repetition_penalty = 1.4;
  ToyModel model({language}, 1);
  const auto drawn = sample(model.callbacks(), tasks_of({15}), options).front().front();
  double log_prob = 0.0;
  std::vector<int32_t> history;
  for (std::size_t i = 0; i < drawn.tokens.size(); ++i) {
    const double own = language.next(history)[static_cast<std::size_t>(drawn.tokens[i])];
    EXPECT_NEAR(drawn.token_log_probs[i], own, 1e-5);
    log_prob += own;
    history.push_back(drawn.tokens[i]);
  }
  EXPECT_NEAR(drawn.log_prob, log_prob, 1e-4);
}

TEST(Sampling, DrawsThatSpellTheSameAreGivenOnce) {
  auto options = sampling_options(20, {.temperature = 0.7, .seed = kSamplingSeed});
  ToyModel model({ToyLanguage(1)}, options.num_best);
  const auto all = sample(model.callbacks(), tasks_of({4}), options).front();
  options.spell = [](const std::vector<int32_t>& tokens) { return std::string(tokens.begin(), tokens.end()); };
  ToyModel again({ToyLanguage(1)}, options.num_best);
  const auto distinct = sample(again.callbacks(), tasks_of({4}), options).front();
  std::map<std::vector<int32_t>, int> counted;
  for (const auto& drawn : all) ++counted[drawn.tokens];
  EXPECT_EQ(all.size(), 20U);
  EXPECT_LT(counted.size(), 20U);
  EXPECT_EQ(distinct.size(), counted.size());
  EXPECT_EQ(distinct.front().tokens, all.front().tokens);
}

}  // namespace
}  // namespace tfm
