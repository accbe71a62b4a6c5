// A beam that is wide enough finds what trying everything finds, whatever the options.
#include <gtest/gtest.h>

#include "option_cases.h"
#include "search/beam_search.h"
#include "whole_sequences.h"

namespace tfm {
namespace {

using testing::everything;
using testing::expect_same;
using testing::option_cases;
using testing::OptionCase;
using testing::ToyLanguage;
using testing::ToyModel;

constexpr int64_t kTried = 5, kWideEnough = 400;  // 3^5 live hypotheses and their ends at most
constexpr uint64_t kLanguages = 5;

class ExhaustiveSearch : public ::testing::TestWithParam<std::tuple<const char*, OptionCase>> {};

std::vector<Hypothesis> best_of(std::vector<Hypothesis> hypotheses, std::size_t count) {
  hypotheses.resize(std::min(count, hypotheses.size()));
  return hypotheses;
}

TEST_P(ExhaustiveSearch, AWideBeamFindsTheBestOfAll) {
  const auto& [penalty, option_case] = GetParam();
  for (uint64_t seed = testing::kFirstSeed; seed <= kLanguages; ++seed) {
    SCOPED_TRACE(seed);
    const ToyLanguage language(seed);
    auto options = testing::toy_options(kWideEnough, penalty, 3);
    auto task = testing::toy_task(kTried);
    option_case.set(options, task);
    const auto all = everything(language, task, options);
    ASSERT_FALSE(all.empty());
    ToyModel model({language}, options.beam_size);
    auto found = beam_search(model.callbacks(), {task}, options).front();
    std::erase_if(found, [](const Hypothesis& hypothesis) { return !hypothesis.finished; });  // fewer than 3 finish
    expect_same(found, best_of(all, 3));
  }
}

// An option that changed nothing would pass the test above.
TEST(OptionCases, EachChangesWhatIsFound) {
  constexpr uint64_t kManyLanguages = 40;
  constexpr int64_t kLonger = 8;
  for (const auto& option_case : option_cases()) {
    if (option_case.name == "Plain") continue;
    int64_t changed = 0;
    for (uint64_t seed = testing::kFirstSeed; seed <= kManyLanguages; ++seed) {
      const ToyLanguage language(seed);
      auto options = testing::toy_options(4, "average");
      auto task = testing::toy_task(kLonger);
      ToyModel plain({language}, options.beam_size);
      const auto without = beam_search(plain.callbacks(), {task}, options).front().front();
      option_case.set(options, task);
      ToyModel model({language}, options.beam_size);
      const auto with = beam_search(model.callbacks(), {task}, options).front().front();
      if (with.tokens != without.tokens) ++changed;
    }
    EXPECT_GT(changed, 0) << option_case.name;
  }
}

std::string case_name(const ::testing::TestParamInfo<ExhaustiveSearch::ParamType>& instance) {
  const std::string penalty = std::get<0>(instance.param);
  return std::get<1>(instance.param).name + "_" + (penalty == "0.6" ? "Wu" : penalty);
}

INSTANTIATE_TEST_SUITE_P(Options, ExhaustiveSearch,
                         ::testing::Combine(::testing::Values("none", "average", "0.6"),
                                            ::testing::ValuesIn(option_cases())),
                         case_name);

}  // namespace
}  // namespace tfm
