// Narrow beams against a beam search that is written plainly: it scores whole sequences from their beginning, keeps
// its hypotheses in one list and never stops early.
#include <gtest/gtest.h>

#include "option_cases.h"
#include "search/beam_search.h"
#include "whole_sequences.h"

namespace tfm {
namespace {

using testing::continuations;
using testing::expect_same;
using testing::OptionCase;
using testing::ToyLanguage;
using testing::ToyModel;
using testing::WholeSequence;

constexpr uint64_t kReferenceLanguages = 8;
constexpr int64_t kReferenceLimit = 7;

std::vector<WholeSequence> all_continuations(const ToyLanguage& language, const SentenceTask& task,
                                             const SearchOptions& options,
                                             const std::vector<std::vector<int32_t>>& live) {
  std::vector<WholeSequence> all;
  for (const auto& tokens : live) {
    for (auto& sequence : continuations(language, task, options, tokens)) all.push_back(std::move(sequence));
  }
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.ranking() > b.ranking(); });
  return all;
}

std::vector<Hypothesis> plain_beam_search(const ToyLanguage& language, const SentenceTask& task,
                                          const SearchOptions& options) {
  std::vector<Hypothesis> ended;
  std::vector<std::vector<int32_t>> live{{}};
  const auto wanted = static_cast<std::size_t>(std::ceil(options.patience * static_cast<double>(options.beam_size)));
  const auto width = static_cast<std::size_t>(options.beam_size);
  while (!live.empty() && std::ssize(live.front()) < task.most_tokens && ended.size() < wanted) {
    const auto all = all_continuations(language, task, options, live);
    if (all.empty()) break;  // nothing is allowed: what stands is all there is
    const auto slots = std::min(width, std::max(width, wanted) - ended.size());
    live.clear();
    for (std::size_t i = 0; i < std::min(all.size(), slots); ++i) {
      if (all[i].is_finished()) {
        ended.push_back(all[i].as_hypothesis());
      } else {
        live.push_back(all[i].tokens());
      }
    }
  }
  if (ended.size() < wanted) {
    for (const auto& tokens : live) ended.push_back(WholeSequence(language, task, options, tokens).as_hypothesis());
  }
  testing::rank(ended);
  return ended;
}

class ReferenceSearch : public ::testing::TestWithParam<std::tuple<const char*, OptionCase>> {
 protected:
  // The n best for each n, of some beam sizes and languages.
  void expect_the_references(const std::function<void(SearchOptions&)>& set) const {
    for (uint64_t seed = testing::kFirstSeed; seed <= kReferenceLanguages; ++seed) {
      for (const int64_t beam_size : {1, 2, 3, 4}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", beam size " + std::to_string(beam_size));
        const ToyLanguage language(seed);
        auto options = testing::toy_options(beam_size, std::get<0>(GetParam()));
        auto task = testing::toy_task(kReferenceLimit);
        std::get<1>(GetParam()).set(options, task);
        set(options);
        const auto expected = plain_beam_search(language, task, options);
        for (options.num_best = 1; options.num_best <= options.finished_wanted(); ++options.num_best) {
          ToyModel model({language}, beam_size);
          const auto found = beam_search(model.callbacks(), {task}, options).front();
          ASSERT_FALSE(found.empty());
          expect_same(found, {expected.begin(), expected.begin() + std::min(options.num_best, std::ssize(expected))});
        }
      }
    }
  }
};

TEST_P(ReferenceSearch, FindsTheSame) {
  expect_the_references([](SearchOptions&) {});
}
TEST_P(ReferenceSearch, FindsTheSameWithPatience) {
  expect_the_references([](SearchOptions& options) { options.patience = 2.0; });
}
TEST_P(ReferenceSearch, FindsTheSameInAHurry) {
  expect_the_references([](SearchOptions& options) { options.patience = 0.5; });
}

std::string reference_case_name(const ::testing::TestParamInfo<ReferenceSearch::ParamType>& instance) {
  const std::string penalty = std::get<0>(instance.param);
  return std::get<1>(instance.param).name + "_" + (penalty == "0.6" ? "Wu" : penalty);
}

INSTANTIATE_TEST_SUITE_P(Options, ReferenceSearch,
                         ::testing::Combine(::testing::Values("none", "average", "0.6"),
                                            ::testing::ValuesIn(testing::option_cases())),
                         reference_case_name);

}  // namespace
}  // namespace tfm
