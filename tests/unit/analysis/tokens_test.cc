#include "analysis/tokens.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

TEST(Tokens, AreBleusTokensUnderOneNumberingForAllTexts) {
  const AnalysisInput input{.title = "",
                            .sources = {},
                            .references = {{"我 爱", "爱"}, {""}},
                            .systems = {{"a", {"爱我", "x 我"}, {}}, {"b", {"x", ""}, {}}},
                            .bleu = {.tokenize = BleuTokenization::kZh}};
  const auto corpus = tokenized(input);
  const auto& i = corpus.references[0][0][0];
  const auto& love = corpus.references[0][0][1];
  EXPECT_EQ(corpus.vocabulary.token(i), "我");
  EXPECT_EQ(corpus.references[0][1], (Tokens{love}));
  EXPECT_TRUE(corpus.references[1][0].empty());
  EXPECT_EQ(corpus.hypotheses[0][0], (Tokens{love, i}));
  EXPECT_EQ(corpus.hypotheses[0][1].front(), corpus.hypotheses[1][0].front());
  EXPECT_EQ(corpus.vocabulary.size(), 3U);
}

}  // namespace
}  // namespace tfm::analysis
