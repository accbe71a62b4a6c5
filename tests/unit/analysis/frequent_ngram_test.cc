#include "analysis/frequent_ngram.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

// Words, split at the spaces.
std::optional<FrequentNgram> found_ngram(const std::string& output, const Lines& references) {
  const AnalysisInput input{.title = "",
                            .sources = {},
                            .references = {references},
                            .systems = {{"a", {output}, {}}},
                            .bleu = {.tokenize = BleuTokenization::kNone}};
  const auto corpus = tokenized(input);
  return frequent_ngram(corpus.hypotheses[0][0], corpus.references[0], corpus.vocabulary);
}

TEST(FrequentNgram, IsTheOneOfLargestExcessOverTheReferences) {
  EXPECT_FALSE(found_ngram("a b x a b y a b", {"a b", "c"}));  // only two more than a reference has
  const auto found = found_ngram("a b x a b y a b", {"c"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ngram.size(), 2U);
  EXPECT_EQ(found->times, 3);
  EXPECT_EQ(found->excess_tokens(), 6);
}

TEST(FrequentNgram, MakesUpAQuarterOfTheOutput) {
  const std::string quarter = "a b 1 2 3 4 5 6 a b 11 12 13 14 15 16 a b 21 22 23 24 25 26";
  EXPECT_TRUE(found_ngram(quarter, {""}));
  EXPECT_FALSE(found_ngram(quarter + " 27", {""}));
}

TEST(FrequentNgram, DoesNotOverlapItself) {
  EXPECT_FALSE(found_ngram("a a a a a", {"x"}));
  EXPECT_EQ(found_ngram("a a a a a a", {"x"})->times, 3);
}

TEST(FrequentNgram, IsMoreThanMarks) { EXPECT_FALSE(found_ngram("。 。 x 。 。 y 。 。", {"x"})); }

}  // namespace
}  // namespace tfm::analysis
