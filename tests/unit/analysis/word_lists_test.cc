#include "analysis/word_lists.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

WordLists lists_of(const std::vector<std::string>& outputs, const References& references) {
  const AnalysisInput input{.title = "",
                            .sources = {},
                            .references = references,
                            .systems = {{"a", outputs, {}}},
                            .bleu = {.tokenize = BleuTokenization::kNone}};
  const auto corpus = tokenized(input);
  return word_lists(corpus.hypotheses[0], corpus.references, corpus.vocabulary);
}

TEST(WordLists, CountWhatIsMissedAndWhatIsTooMuchWithinEachSegment) {
  const auto lists = lists_of({"a a a", "b", "b"}, {{"a b"}, {"c a"}, {"c"}});
  ASSERT_EQ(lists.missed.size(), 1U);
  EXPECT_EQ(lists.missed[0].token, "c");
  EXPECT_EQ(lists.missed[0].times, 2);
  EXPECT_EQ(lists.missed[0].all, 2);
  ASSERT_EQ(lists.surplus.size(), 2U);
  EXPECT_EQ(lists.surplus[0].token, "b");
  EXPECT_EQ(lists.surplus[1].token, "a");
  EXPECT_EQ(lists.surplus[1].times, 2);
  EXPECT_EQ(lists.surplus[1].all, 3);
}

TEST(WordLists, MissWhatEveryReferenceHasAndExceedWhatAnyHas) {
  const auto lists = lists_of({"x x", "x x"}, {{"c d", "c x"}, {"c d", "c x"}});
  ASSERT_EQ(lists.missed.size(), 1U);
  EXPECT_EQ(lists.missed[0].token, "c");
  ASSERT_EQ(lists.surplus.size(), 1U);
  EXPECT_EQ(lists.surplus[0].times, 2);
}

TEST(WordLists, PutTheMostlyMissedBeforeTheMerelyFrequent) {
  std::vector<std::string> outputs(8, "the");
  References references(8, {"the"});
  for (const auto* reference : {"the rare", "the rare", "the the", "the the"}) {
    outputs.push_back("the");
    references.push_back({reference});
  }
  const auto lists = lists_of(outputs, references);
  ASSERT_EQ(lists.missed.size(), 2U);
  EXPECT_EQ(lists.missed[0].token, "rare");
  EXPECT_EQ(lists.missed[1].all, 14);
}

}  // namespace
}  // namespace tfm::analysis
