#include "decoding/term_constraint.h"

#include <gtest/gtest.h>

#include <random>

#include "../search/toy_language.h"
#include "search/constrained_search.h"
#include "terms/word_borders.h"

namespace tfm {
namespace {

using testing::toy_options;
using testing::toy_task;
using testing::ToyLanguage;
using testing::ToyModel;

// What the toy language's tokens say. A blank of its own is needed before "b".
const std::vector<std::string> kToySurfaces = {"", "", " a", "b", " "};

std::vector<int32_t> toy_pieces(const std::string& term) {
  std::vector<int32_t> pieces;
  const std::string text = " " + term;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t best = 0;
    for (std::size_t id = 2; id < kToySurfaces.size(); ++id) {
      const bool fits = text.compare(begin, kToySurfaces[id].size(), kToySurfaces[id]) == 0;
      if (fits && kToySurfaces[id].size() > kToySurfaces[best].size()) best = id;
    }
    pieces.push_back(static_cast<int32_t>(best));
    begin += kToySurfaces[best].size();
  }
  return pieces;
}

std::string toy_text(const std::vector<int32_t>& tokens) {
  std::string text = " ";
  for (const int32_t token : tokens) text += kToySurfaces[static_cast<std::size_t>(token)];
  return text;
}

class TermsOfAToyLanguage : public ::testing::TestWithParam<int64_t> {
 protected:
  // Such as "b", "abb a": terms that are part of each other, and words that go on.
  std::string random_term() {
    std::string term;
    for (std::size_t words = 1 + random_() % 2; words > 0; --words) {
      term += random_() % 2 == 0 ? "a" : "b";
      for (std::size_t more = random_() % 3; more > 0; --more) term += "b";
      if (words > 1) term += " ";
    }
    return term;
  }

  std::mt19937 random_{11};
  const PieceIndex index_{kToySurfaces};
};

TEST_P(TermsOfAToyLanguage, AreAllThereInAsManyTokensAsAreMissingAtFirst) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::vector<std::string> terms(1 + random_() % 3);
    std::vector<TermSpellings> spellings;
    for (auto& term : terms) {
      term = random_term();
      spellings.push_back({std::make_shared<const TermSpelling>(term, toy_pieces(term), index_)});
    }
    auto task = toy_task(1);
    task.constraint = std::make_shared<const TermConstraint>(LineTerms(std::move(spellings), index_));
    const auto missing = task.constraint->missing({});
    task.most_tokens = missing + 1;
    ToyModel model({ToyLanguage(seed)}, GetParam() + missing);
    const auto found = constrained_search(model.callbacks(), {task}, toy_options(GetParam(), "average", GetParam()));
    for (const auto& hypothesis : found.front()) {
      EXPECT_TRUE(hypothesis.finished);
      const auto text = toy_text(hypothesis.tokens);
      for (const auto& term : terms) {
        EXPECT_TRUE(contains_term(decode_utf8(text), decode_utf8(term))) << term << " in " << text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BeamSizes, TermsOfAToyLanguage, ::testing::Values(1, 2, 4));

}  // namespace
}  // namespace tfm
