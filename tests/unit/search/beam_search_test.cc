#include "search/beam_search.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tfm {
namespace {

constexpr int64_t kVocabulary = 5, kEnd = 1, kBegin = 0;

// A language whose next token depends on the tokens so far: any table of probabilities will do.
class ToyLanguage {
 public:
  explicit ToyLanguage(uint64_t seed) : generator_seed_(seed) {}

  at::Tensor next(const std::vector<int64_t>& history) const {
    uint64_t hash = generator_seed_;
    for (const int64_t token : history) hash = hash * 1099511628211ULL + static_cast<uint64_t>(token) + 17;
    auto generator = at::make_generator<at::CPUGeneratorImpl>(hash);
    return at::randn({kVocabulary}, generator).mul(2.0).log_softmax(0);
  }

 private:
  uint64_t generator_seed_;
};

// Runs the language on rows that the search reorders: keeps each row's history.
struct ToyModel {
  ToyModel(const std::vector<ToyLanguage>& languages, int64_t beam) : beam_size(beam) {
    for (std::size_t i = 0; i < languages.size(); ++i) {
      sentences.push_back(languages[i]);
      for (int64_t j = 0; j < beam; ++j) histories.emplace_back();
    }
  }

  NextTokenModel callbacks() {
    return {[this](const at::Tensor& last) { return log_probs(last); },
            [this](const at::Tensor& rows, const at::Tensor& kept) { select(rows, kept); }};
  }

  at::Tensor log_probs(const at::Tensor& last) {
    ++steps;
    std::vector<at::Tensor> rows;
    for (std::size_t row = 0; row < histories.size(); ++row) {
      histories[row].push_back(last.flatten()[static_cast<int64_t>(row)].item<int64_t>());
      rows.push_back(sentences[row / static_cast<std::size_t>(beam_size)].next(histories[row]));
    }
    return at::stack(rows).view({last.size(0), last.size(1), kVocabulary}).clone();
  }

  void select(const at::Tensor& rows, const at::Tensor& kept) {
    std::vector<std::vector<int64_t>> chosen;
    for (int64_t i = 0; i < rows.size(0); ++i)
      chosen.push_back(histories[static_cast<std::size_t>(rows[i].item<int64_t>())]);
    histories = std::move(chosen);
    if (!kept.defined()) return;
    std::vector<ToyLanguage> left;
    for (int64_t i = 0; i < kept.size(0); ++i)
      left.push_back(sentences[static_cast<std::size_t>(kept[i].item<int64_t>())]);
    sentences = std::move(left);
  }

  int64_t beam_size;
  int64_t steps = 0;
  std::vector<ToyLanguage> sentences;
  std::vector<std::vector<int64_t>> histories;
};

SearchOptions options_of(int64_t beam_size, const std::string& penalty, int64_t num_best = 1) {
  SearchOptions options;
  options.beam_size = beam_size;
  options.num_best = num_best;
  options.length_penalty = LengthPenalty::parse(penalty);
  options.bos = kBegin;
  options.eos = kEnd;
  options.forbidden = {kBegin};
  return options;
}

std::vector<Hypothesis> search(const ToyLanguage& language, int64_t limit, const SearchOptions& options) {
  ToyModel model({language}, options.beam_size);
  return beam_search(model.callbacks(), {limit}, options).front();
}

// Every finished hypothesis up to the limit, the best first.
void try_everything(const ToyLanguage& language, int64_t limit, const SearchOptions& options,
                    std::vector<int64_t> history, double log_prob, std::vector<Hypothesis>& found) {
  const auto next = language.next(history);
  const auto tokens = static_cast<int64_t>(history.size());
  for (int64_t token = 1; token < kVocabulary; ++token) {
    const double total = log_prob + next[token].item<double>();
    if (token == kEnd && tokens > 1) {
      std::vector<int32_t> pieces(history.begin() + 1, history.end());
      pieces.push_back(kEnd);
      found.push_back({pieces, total, total / options.length_penalty(tokens), true});
    } else if (token != kEnd && tokens < limit) {
      auto longer = history;
      longer.push_back(token);
      try_everything(language, limit, options, longer, total, found);
    }
  }
}

class BeamSearch : public ::testing::TestWithParam<const char*> {};

TEST_P(BeamSearch, AWideBeamFindsTheBestOfAll) {
  constexpr int64_t kLimit = 4;
  const auto options = options_of(200, GetParam());  // 3^3 * 4 continuations at most
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const ToyLanguage language(seed);
    std::vector<Hypothesis> all;
    try_everything(language, kLimit, options, {kBegin}, 0.0, all);
    const auto best = std::ranges::max_element(all, {}, &Hypothesis::score);
    const auto found = search(language, kLimit, options).front();
    EXPECT_EQ(found.tokens, best->tokens) << "seed " << seed;
    EXPECT_NEAR(found.score, best->score, 1e-5) << "seed " << seed;
  }
}

TEST_P(BeamSearch, BeamOneIsGreedySearch) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const ToyLanguage language(seed);
    std::vector<int64_t> history{kBegin};
    std::vector<int32_t> greedy;
    while (greedy.size() < 12 && (greedy.empty() || greedy.back() != kEnd)) {
      auto next = language.next(history).clone();
      next[kBegin] = -INFINITY;
      if (greedy.empty()) next[kEnd] = -INFINITY;
      history.push_back(next.argmax().item<int64_t>());
      greedy.push_back(static_cast<int32_t>(history.back()));
    }
    EXPECT_EQ(search(language, 12, options_of(1, GetParam())).front().tokens, greedy) << "seed " << seed;
  }
}

TEST_P(BeamSearch, BatchMatesChangeNothing) {
  const auto options = options_of(3, GetParam(), 3);
  std::vector<ToyLanguage> languages;
  for (uint64_t seed = 1; seed <= 9; ++seed) languages.emplace_back(seed);
  const std::vector<int64_t> limits{5, 9, 2, 14, 1, 8, 8, 20, 3};
  ToyModel model(languages, options.beam_size);
  const auto together = beam_search(model.callbacks(), limits, options);
  for (std::size_t i = 0; i < languages.size(); ++i) {
    const auto alone = search(languages[i], limits[i], options);
    ASSERT_EQ(together[i].size(), alone.size());
    for (std::size_t j = 0; j < alone.size(); ++j) {
      EXPECT_EQ(together[i][j].tokens, alone[j].tokens);
      EXPECT_EQ(together[i][j].log_prob, alone[j].log_prob);
    }
  }
}

TEST_P(BeamSearch, TheBestIsTheSameWhateverTheNumberAskedFor) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const ToyLanguage language(seed);
    const auto one = search(language, 10, options_of(4, GetParam(), 1));
    const auto four = search(language, 10, options_of(4, GetParam(), 4));
    EXPECT_EQ(one.front().tokens, four.front().tokens) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(LengthPenalties, BeamSearch, ::testing::Values("none", "average", "0.6"),
                         [](const auto& instance) {
                           return std::string(instance.param) == "0.6" ? "Wu" : instance.param;
                         });

TEST(BeamSearch, AnUnfinishedHypothesisIsGivenAndMarkedAtTheLimit) {
  const auto found = search(ToyLanguage(3), 1, options_of(2, "average", 2));
  ASSERT_EQ(found.size(), 2U);
  for (const auto& hypothesis : found) {
    EXPECT_FALSE(hypothesis.finished);  // the end mark can't come first
    EXPECT_EQ(hypothesis.tokens.size(), 1U);
  }
}

TEST(BeamSearch, ForbiddenTokensAndAnEmptyTranslationNeverAppear) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    for (const auto& hypothesis : search(ToyLanguage(seed), 8, options_of(4, "none", 4))) {
      EXPECT_EQ(std::ranges::count(hypothesis.tokens, static_cast<int32_t>(kBegin)), 0);
      EXPECT_NE(hypothesis.tokens.front(), kEnd);
    }
  }
}

TEST(BeamSearch, HypothesesAreRankedAndAllDifferent) {
  const auto found = search(ToyLanguage(5), 8, options_of(5, "average", 5));
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_TRUE(found[i - 1].finished >= found[i].finished);
    if (found[i - 1].finished == found[i].finished) {
      EXPECT_GE(found[i - 1].score, found[i].score);
    }
    EXPECT_NE(found[i - 1].tokens, found[i].tokens);
  }
}

// Ends at once with near certainty: without a penalty nothing longer can win.
TEST(BeamSearch, StopsAsSoonAsNoLiveHypothesisCanWin) {
  int64_t steps = 0;
  const NextTokenModel model{[&](const at::Tensor& last) {
                               ++steps;
                               auto scores = at::full({last.size(0), last.size(1), kVocabulary}, -9.0F);
                               scores.select(2, steps == 1 ? 2 : kEnd).fill_(-0.001F);
                               return scores;
                             },
                             [](const at::Tensor&, const at::Tensor&) {}};
  const auto found = beam_search(model, {50}, options_of(3, "none")).front();
  EXPECT_EQ(found.front().tokens, (std::vector<int32_t>{2, kEnd}));
  EXPECT_EQ(steps, 2);
}

TEST(BeamSearchSteps, CanBeAbandonedBeforeEachStep) {
  ToyModel model({ToyLanguage(1)}, 2);
  auto options = options_of(2, "average");
  options.before_step = [&] {
    if (model.steps == 1) throw std::runtime_error("stop");
  };
  EXPECT_THROW(beam_search(model.callbacks(), {20}, options), std::runtime_error);
  EXPECT_EQ(model.steps, 1);
}

}  // namespace
}  // namespace tfm
