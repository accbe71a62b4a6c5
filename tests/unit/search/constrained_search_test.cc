#include "search/constrained_search.h"

#include <gtest/gtest.h>

#include <memory>

#include "search/beam_search.h"
#include "search/slots_of_banks.h"
#include "toy_language.h"
#include "whole_sequences.h"

namespace tfm {
namespace {

using testing::everything;
using testing::expect_same;
using testing::kEnd;
using testing::toy_options;
using testing::toy_task;
using testing::ToyLanguage;
using testing::ToyModel;
using Tokens = std::vector<int32_t>;

// That the output has each of some sequences of tokens. It counts as LineTerms does.
class HasSequences : public OutputConstraint {
 public:
  explicit HasSequences(std::vector<Tokens> wanted) : wanted_(std::move(wanted)) {}

  int64_t missing(std::span<const int32_t> tokens) const override {
    int64_t sum = 0, most_gained = 0;
    for (const auto& sequence : wanted_) {
      if (!std::ranges::search(tokens, sequence).empty()) continue;
      sum += std::ssize(sequence);
      most_gained = std::max(most_gained, begun(tokens, sequence));
    }
    return sum - most_gained;
  }
  std::vector<int64_t> missing_with(std::span<const int32_t> tokens, std::span<const int32_t> next) const override {
    std::vector<int64_t> all;
    Tokens longer(tokens.begin(), tokens.end());
    for (const int32_t token : next) {
      longer.push_back(token);
      all.push_back(missing(longer));
      longer.pop_back();
    }
    return all;
  }
  Tokens advancing(std::span<const int32_t> tokens) const override {
    Tokens all;
    for (int32_t token = 0; token < testing::kVocabulary; ++token) {
      if (token != kEnd && missing_with(tokens, Tokens{token}).front() < missing(tokens)) all.push_back(token);
    }
    return all;
  }

 private:
  // The longest beginning of the sequence that the tokens end with.
  static int64_t begun(std::span<const int32_t> tokens, const Tokens& sequence) {
    for (auto length = std::min(tokens.size(), sequence.size() - 1); length > 0; --length) {
      if (std::ranges::equal(tokens.last(length), std::span(sequence).first(length))) {
        return static_cast<int64_t>(length);
      }
    }
    return 0;
  }
  std::vector<Tokens> wanted_;
};

struct Wish {
  std::string name;
  std::vector<Tokens> sequences;
};
void PrintTo(const Wish& wish, std::ostream* out) { *out << wish.name; }

std::vector<Hypothesis> constrained(const std::vector<ToyLanguage>& languages, const std::vector<Tokens>& wanted,
                                    const SearchOptions& options, int64_t most_tokens) {
  auto task = toy_task(most_tokens);
  task.constraint = std::make_shared<const HasSequences>(wanted);
  ToyModel model(languages, options.beam_size + task.constraint->missing({}));
  const auto found = constrained_search(model.callbacks(), std::vector(languages.size(), task), options);
  return found.front();
}

class ConstrainedSearch : public ::testing::TestWithParam<std::tuple<Wish, const char*>> {
 protected:
  const std::vector<Tokens>& wanted() const { return std::get<0>(GetParam()).sequences; }
  const char* penalty() const { return std::get<1>(GetParam()); }
  bool has_all(const Tokens& tokens) const { return HasSequences(wanted()).missing(tokens) == 0; }
};

TEST_P(ConstrainedSearch, AWideBeamFindsTheBestOfThoseThatHaveWhatTheyMust) {
  constexpr int64_t kMost = 5;
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    SCOPED_TRACE(seed);
    const ToyLanguage language(seed);
    auto best = everything(language, toy_task(kMost), toy_options(1, penalty()));
    std::erase_if(best, [&](const Hypothesis& hypothesis) { return !has_all(hypothesis.tokens); });
    const std::size_t count = std::min<std::size_t>(3, best.size());
    ASSERT_GT(count, 0U);
    best.resize(count);
    const auto found =
        constrained({language}, wanted(), toy_options(800, penalty(), static_cast<int64_t>(count)), kMost);
    expect_same(found, best);
  }
}

TEST_P(ConstrainedSearch, EvenOneSlotMoreThanBanksHasAll) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto found = constrained({ToyLanguage(seed)}, wanted(), toy_options(1, penalty()), 12).front();
    EXPECT_EQ(found.missing, 0);
    EXPECT_TRUE(has_all(found.tokens));
  }
}

TEST_P(ConstrainedSearch, AsManyTokensAsItTakesAreEnough) {
  const auto most = HasSequences(wanted()).missing({}) + 1;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto found = constrained({ToyLanguage(seed)}, wanted(), toy_options(2, penalty()), most).front();
    EXPECT_TRUE(has_all(found.tokens));
    EXPECT_TRUE(found.finished);
  }
}

TEST_P(ConstrainedSearch, WhereThereIsNoRoomTheBestIsGivenAndMarked) {
  const auto longest = std::ranges::max(wanted(), {}, &Tokens::size).size();
  if (longest < 2) return;                          // has room wherever anything has
  const auto most = static_cast<int64_t>(longest);  // without an end mark
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const ToyLanguage language(seed);
    const auto found = constrained({language}, wanted(), toy_options(300, penalty()), most).front();
    EXPECT_GT(found.missing, 0);
    EXPECT_EQ(found.tokens, everything(language, toy_task(most), toy_options(1, penalty())).front().tokens);
  }
}

TEST_P(ConstrainedSearch, BatchMatesChangeNothing) {
  const std::vector<ToyLanguage> languages{ToyLanguage(1), ToyLanguage(2), ToyLanguage(3), ToyLanguage(4)};
  const std::vector<std::vector<Tokens>> wishes{wanted(), {{2}}, {{3, 4}, {2, 2, 4}}, wanted()};
  const auto options = toy_options(3, penalty(), 3);
  std::vector<SentenceTask> tasks;
  int64_t width = 0;
  for (std::size_t i = 0; i < languages.size(); ++i) {
    tasks.push_back(toy_task(5 + static_cast<int64_t>(i)));
    tasks.back().constraint = std::make_shared<const HasSequences>(wishes[i]);
    width = std::max(width, options.beam_size + tasks.back().constraint->missing({}));
  }
  ToyModel model(languages, width);
  const auto together = constrained_search(model.callbacks(), tasks, options);
  for (std::size_t i = 0; i < languages.size(); ++i) {
    SCOPED_TRACE(i);
    expect_same(together[i], constrained({languages[i]}, wishes[i], options, tasks[i].most_tokens));
  }
}

INSTANTIATE_TEST_SUITE_P(Wishes, ConstrainedSearch,
                         ::testing::Combine(::testing::Values(Wish{"OneToken", {{4}}}, Wish{"Sequence", {{3, 2}}},
                                                              Wish{"SameBeginning", {{3, 2}, {3, 4}}},
                                                              Wish{"Nested", {{2, 3, 4}, {3, 4}}},
                                                              Wish{"Repeating", {{2, 2, 3}}}),
                                            ::testing::Values("none", "average", "0.6")),
                         [](const auto& instance) {
                           const std::string penalty = std::get<1>(instance.param);
                           return std::get<0>(instance.param).name + (penalty == "0.6" ? "Wu" : penalty);
                         });

TEST(ConstrainedSearchScores, TheScoreIsTheModelsOwn) {
  const auto options = toy_options(3, "average");
  const auto task = toy_task(8);
  const auto found = constrained({ToyLanguage(7)}, {{4, 4}}, options, 8).front();
  const testing::WholeSequence whole(ToyLanguage(7), task, options, found.tokens);
  EXPECT_NEAR(found.log_prob, whole.log_prob(), 1e-5);
  EXPECT_NEAR(found.score, whole.score(), 1e-5);
}

Candidate lacking(int64_t missing, double ranking) { return {.ranking = ranking, .missing = missing}; }

TEST(SlotsOfBanks, BanksTakeTurnsTheCompleteOneFirst) {
  const std::vector<Candidate> candidates{lacking(0, -9.0), lacking(0, -8.0), lacking(1, -5.0), lacking(2, -4.0),
                                          lacking(3, -1.0), lacking(3, -2.0), lacking(3, -3.0)};
  std::vector<double> chosen;
  for (const auto& candidate : share_slots(candidates, 6)) chosen.push_back(candidate.ranking);
  EXPECT_EQ(chosen, (std::vector<double>{-8.0, -1.0, -5.0, -4.0, -9.0, -2.0}));
}

TEST(SlotsOfBanks, TheOnlySlotIsTheNearestBanks) {
  EXPECT_EQ(share_slots({lacking(2, -1.0), lacking(1, -5.0), lacking(1, -4.0)}, 1).front().ranking, -4.0);
  EXPECT_EQ(share_slots({lacking(2, -1.0), lacking(1, -5.0), lacking(0, -9.0)}, 1).front().ranking, -9.0);
}

TEST(SlotsOfBanks, SlotsThatABankCannotFillGoToTheOthers) {
  const std::vector<Candidate> candidates{lacking(0, -9.0), lacking(2, -1.0), lacking(2, -2.0), lacking(2, -3.0)};
  EXPECT_EQ(share_slots(candidates, 10).size(), 4U);
  EXPECT_TRUE(share_slots({}, 3).empty());
}

}  // namespace
}  // namespace tfm
