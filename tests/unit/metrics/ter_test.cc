#include "metrics/ter.h"

#include <gtest/gtest.h>

#include "metrics/corpus.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

std::vector<double> counts(const TerOptions& options, const Lines& hypotheses, const References& references) {
  return count_segments(Ter(options), hypotheses, references).sums();
}

double ter(const std::string& hypothesis, const Lines& references, const TerOptions& options = {}) {
  return Ter(options).score(counts(options, {hypothesis}, {references}));
}

TEST(Ter, IsNothingForEqualTextAndAHundredForNothingInCommon) {
  EXPECT_EQ(ter("aaaa bbbb cccc dddd", {"aaaa bbbb cccc dddd"}), 0.0);
  EXPECT_EQ(ter("dddd eeee ffff", {"aaaa bbbb cccc"}), 100.0);
}

TEST(Ter, CountsAShiftedRunAsOneEdit) { EXPECT_EQ(ter("d e f g h a b c", {"a b c d e f g h"}), 100.0 / 8); }

TEST(Ter, IsAHundredAgainstAnEmptyReferenceUnlessBothAreEmpty) {
  EXPECT_EQ(ter("a b c", {""}), 100.0);
  EXPECT_EQ(ter("", {" "}), 0.0);
  EXPECT_EQ(ter("", {"a"}), 100.0);
}

TEST(Ter, GoesAboveAHundredForAFarTooLongHypothesis) { EXPECT_EQ(ter("x y z", {"a"}), 300.0); }

TEST(Ter, TakesTheFewestEditsOverTheMeanLength) {
  EXPECT_EQ(counts({}, {"a b c"}, {{"a b c d e", "x y", "a b"}}), (std::vector<double>{1.0, 3.0}));
}

TEST(Ter, AddsUpEditsAndLengthsOverTheCorpus) {
  EXPECT_EQ(counts({}, {"a b", "c"}, {{"a x"}, {"c d e"}}), (std::vector<double>{3.0, 5.0}));
}

TEST(Ter, MinglesUpperAndLowerCaseUnlessTold) {
  EXPECT_EQ(ter("The ΟΔΟΣ", {"the οδος"}), 0.0);
  EXPECT_EQ(ter("The ΟΔΟΣ", {"the οδος"}, {.case_sensitive = true}), 100.0);
}

// As sacreBLEU does: the hypothesis is 'dog's .', the reference 'dog 's .'.
TEST(Ter, SplitsAReferenceTwiceWhenNormalized) {
  EXPECT_EQ(counts({.normalized = true}, {"the dog's."}, {{"the dog's."}}), (std::vector<double>{2.0, 4.0}));
  EXPECT_EQ(counts({}, {"the dog's."}, {{"the dog's."}}), (std::vector<double>{0.0, 2.0}));
}

TEST(Ter, SaysItsOptionsInItsSignature) {
  EXPECT_EQ(signature_text(Ter(), {}), "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0");
  const Ter other({.normalized = true, .no_punct = true, .asian_support = true, .case_sensitive = true});
  EXPECT_EQ(signature_text(other, {}), "nrefs:1|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0");
  EXPECT_FALSE(other.higher_is_better());
}

}  // namespace
}  // namespace tfm
