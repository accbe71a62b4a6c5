#include "analysis/repetitions.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

Repetitions found_in(const Lines& outputs, const Lines& references) {
  const AnalysisInput input{.title = "",
                            .sources = {},
                            .references = single_references(references),
                            .systems = {{"a", outputs, {}}},
                            .bleu = {.tokenize = BleuTokenization::kNone}};
  const auto corpus = tokenized(input);
  return repetitions(outputs, input.references, corpus.hypotheses[0], corpus.references, corpus.vocabulary);
}

TEST(Repetitions, AreNoneWhereTheReferenceHasThemToo) {
  const auto found = found_in({"ha ha ha", "ha ha ha"}, {"ha ha ha ha", "x"});
  EXPECT_EQ(found.in_a_row, 1);
  EXPECT_EQ(found.clearest[0].segment, 1U);
}

TEST(Repetitions, AreEitherInARowOrScatteredAndTheWorstComesFirst) {
  const auto found = found_in({"a b x a b y a b", "q r s t z z z", "fine"}, {"a b x y", "q", "fine"});
  EXPECT_EQ(found.in_a_row, 1);
  EXPECT_EQ(found.scattered, 0);  // a reference has it once
  const auto worse = found_in({"a b x a b y a b", "q r s t z z z", "fine"}, {"x y", "q", "fine"});
  EXPECT_EQ(worse.scattered, 1);
  EXPECT_EQ(worse.clearest[0].pattern, "a b");
  EXPECT_EQ(worse.clearest[0].times, 3);
  EXPECT_EQ(worse.clearest[1].pattern, "z");
  EXPECT_TRUE(worse.clearest[1].in_a_row);
}

}  // namespace
}  // namespace tfm::analysis
