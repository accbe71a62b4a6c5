// When a search stops: as soon as no live hypothesis can win, and not before. The model's numbers are written by hand,
// so that the bound of each penalty can be computed here.
#include <gtest/gtest.h>

#include "search/beam_search.h"
#include "toy_language.h"

namespace tfm {
namespace {

using testing::kEnd;
using testing::toy_options;

constexpr int64_t kSteps = 40;  // the limit
constexpr float kUnlikely = -50.0F;

// Two hypotheses come out of the first step: word 2 with `first`, word 3 with `second`. Word 2 ends at once, for sure;
// word 3 goes on for ever with words that cost `each`.
struct TwoWays {
  float first, second, each;
  int64_t steps = 0;
  std::vector<int64_t> last = {};  // of the two rows

  NextTokenModel callbacks() {
    return {.vocab_size = testing::kVocabulary,
            .log_probs = [this](const LastTokens& tokens, float* to) { next(tokens, to); },
            .select = [](auto, auto) {},
            .attention =
                [] {
                  return SourceWeights{testing::kSourceWords,
                                       std::vector<float>(2 * testing::kSourceWords, 1.0F / testing::kSourceWords)};
                }};
  }

  void next(const LastTokens& tokens, float* scores) {
    ++steps;
    std::fill_n(scores, 2 * testing::kVocabulary, kUnlikely);
    for (const int64_t word : tokens.tokens) {
      if (word == testing::kBegin) {
        scores[2] = first;
        scores[3] = second;
      } else if (word == 2) {
        scores[kEnd] = 0.0F;
      } else {
        scores[3] = each;
      }
      scores += testing::kVocabulary;
    }
  }
};

// The first step after the finished one's at which the other one's bound, log_prob / penalty(limit), is no better.
int64_t expected_steps(const TwoWays& model, const SearchOptions& options) {
  const double to_beat = model.first / options.length_penalty(2);
  int64_t step = 2;  // word 2 ends in the second
  const auto bound = [&] {
    return (model.second + static_cast<double>(model.each) * static_cast<double>(step - 1)) /
           options.length_penalty(kSteps);
  };
  while (step < kSteps && bound() > to_beat) ++step;
  return step;
}

class Stopping : public ::testing::TestWithParam<const char*> {};

TEST_P(Stopping, ComesWithTheFirstStepAfterWhichNothingCanWin) {
  std::vector<int64_t> all;
  for (const float each : {-0.01F, -0.1F, -0.3F, -1.0F}) {
    TwoWays model{.first = -0.9F, .second = -1.0F, .each = each};
    const auto options = toy_options(2, GetParam());
    const auto found = beam_search(model.callbacks(), tasks_of({kSteps}), options).front();
    EXPECT_EQ(found.front().tokens, (std::vector<int32_t>{2, kEnd}));
    EXPECT_EQ(model.steps, expected_steps(model, options)) << each;
    all.push_back(model.steps);
  }
  if (std::string(GetParam()) != "none") {
    EXPECT_LT(all.back(), all.front());  // not all at the limit, nor all at once
  }
}

// What could have won if the search had stopped a step earlier: the other way ends after all.
TEST_P(Stopping, NeverComesBeforeAWinner) {
  for (int64_t end = 2; end < 12; ++end) {
    TwoWays two{.first = -3.0F, .second = -2.9F, .each = 0.0F};
    auto callbacks = two.callbacks();
    callbacks.log_probs = [&](const LastTokens& tokens, float* scores) {
      two.next(tokens, scores);
      if (two.steps <= end) return;
      for (int64_t row = 0; row < 2; ++row, scores += testing::kVocabulary) {
        scores[3] = kUnlikely;
        scores[kEnd] = 0.0F;
      }
    };
    const auto found = beam_search(callbacks, tasks_of({kSteps}), toy_options(2, GetParam())).front();
    EXPECT_EQ(found.front().tokens.front(), 3) << end;
    EXPECT_EQ(std::ssize(found.front().tokens), end + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(LengthPenalties, Stopping, ::testing::Values("none", "average", "0.6", "2"),
                         [](const auto& instance) {
                           const std::string penalty = instance.param;
                           return penalty == "0.6" ? "Wu06" : penalty == "2" ? "Wu2" : penalty;
                         });

// A finished hypothesis that has looked at little may be overtaken by one that is less probable: the bound knows that
// coverage may become perfect.
TEST(StoppingWithCoverage, WaitsForAHypothesisThatMayStillCoverTheSource) {
  TwoWays model{.first = -0.5F, .second = -1.5F, .each = -0.2F};
  auto options = toy_options(2, "none");
  const SentenceTask task{.most_tokens = kSteps, .source_pieces = 3};
  beam_search(model.callbacks(), {task}, options);
  EXPECT_EQ(model.steps, 2);
  options.coverage_penalty = 1.0;
  TwoWays covering{.first = -0.5F, .second = -1.5F, .each = -0.2F};
  beam_search(covering.callbacks(), {task}, options);
  // It scores -0.5 + 3 log(2/3) = -1.72; the other has -1.5 - 0.2 n after n + 1 steps.
  EXPECT_EQ(covering.steps, 3);
}

TEST(Patience, SaysHowManyMustHaveFinished) {
  auto options = toy_options(10, "average");
  EXPECT_EQ(options.finished_wanted(), 10);
  options.patience = 1.1;
  EXPECT_EQ(options.finished_wanted(), 11);  // not 12: 1.1 * 10 is a little more in binary
  options.patience = 0.01;
  EXPECT_EQ(options.finished_wanted(), 1);
}

TEST(Patience, MoreOfItGivesMoreHypothesesThanTheBeamHolds) {
  auto options = testing::toy_options(3, "average", 6);
  options.patience = 2.0;
  testing::ToyModel model({testing::ToyLanguage(2)}, options.beam_size);
  EXPECT_EQ(beam_search(model.callbacks(), tasks_of({30}), options).front().size(), 6U);
}

TEST(Patience, LessOfItTakesFewerSteps) {
  int64_t steps = 0, hurried = 0;
  for (uint64_t seed = testing::kFirstSeed; seed <= 10; ++seed) {
    auto options = testing::toy_options(4, "average");
    testing::ToyModel model({testing::ToyLanguage(seed)}, options.beam_size);
    beam_search(model.callbacks(), tasks_of({30}), options);
    options.patience = 0.25;
    testing::ToyModel other({testing::ToyLanguage(seed)}, options.beam_size);
    beam_search(other.callbacks(), tasks_of({30}), options);
    steps += model.steps();
    hurried += other.steps();
  }
  EXPECT_LT(hurried, steps);
}

}  // namespace
}  // namespace tfm
