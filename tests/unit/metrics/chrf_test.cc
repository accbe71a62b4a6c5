#include "metrics/chrf.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "metrics/corpus.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

// Of one segment.
double chrf_with(const ChrfOptions& options, const std::string& hypothesis, const Lines& references) {
  const Chrf metric(options);
  return metric.score(count_segments(metric, {hypothesis}, {references}).sums());
}

double f_beta(double precision, double recall, double beta) {
  return 100 * (1 + beta * beta) * precision * recall / (beta * beta * precision + recall);
}

std::string message_of(const Lines& hypotheses, const Lines& references) {
  try {
    corpus_chrf(hypotheses, references);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Chrf, IsAHundredForEqualText) { EXPECT_DOUBLE_EQ(corpus_chrf({"猫在垫子上"}, {"猫在垫子上"}), 100.0); }

// Orders 1 and 2 count. Precision (2/2 + 1/1) / 2 = 1, recall (2/3 + 1/2) / 2 = 7/12; F2 = 5 P R / (4 P + R).
TEST(Chrf, WeighsRecallTwiceAsMuchOverTheOrdersBothSidesHave) {
  EXPECT_NEAR(corpus_chrf({"ab"}, {"abc"}), 100.0 * 5 * (7.0 / 12) / (4 + 7.0 / 12), 1e-9);
}

TEST(Chrf, IgnoresWhiteSpace) { EXPECT_DOUBLE_EQ(corpus_chrf({" a\u3000b c"}, {"ab\tc\n"}), 100.0); }

// "abc" has no order-3 rival in "ab": only orders 1 and 2 of the first pair are counted for it.
TEST(Chrf, LeavesOutHypothesisNgramsWhereTheReferenceHasNoneOfThatOrder) {
  const double precision = (5.0 / 6 + 3.0 / 4 + 1.0 / 1) / 3;
  EXPECT_NEAR(corpus_chrf({"abc", "xyz"}, {"ab", "xyz"}), 100.0 * 5 * precision / (4 * precision + 1), 1e-9);
}

TEST(Chrf, IsZeroForEmptySidesAndForNoMatch) {
  EXPECT_EQ(corpus_chrf({""}, {"abc"}), 0.0);
  EXPECT_EQ(corpus_chrf({"abc"}, {""}), 0.0);
  EXPECT_EQ(corpus_chrf({" "}, {"\u3000"}), 0.0);
  EXPECT_EQ(corpus_chrf({"abc"}, {"xyz"}), 0.0);
}

TEST(Chrf, RefusesUnequalCounts) {
  EXPECT_EQ(
      message_of({"a"}, {}),
      "the number of hypotheses (1) and of references (0) differ; each hypothesis needs one reference, line for line");
}

TEST(Chrf, RefusesToScoreNothing) {
  EXPECT_EQ(message_of({}, {}), "there are no lines to score; give at least one hypothesis and its reference");
}

TEST(Chrf, CountsWhiteSpaceAsACharacterWhereTold) {
  EXPECT_DOUBLE_EQ(chrf_with({}, "a bc", {"ab c"}), 100.0);
  // Of four characters four match, of three pairs none: "a ", " b", "bc" and "ab", "b ", " c".
  EXPECT_NEAR(chrf_with({.char_order = 2, .whitespace = true}, "a bc", {"ab c"}), f_beta(0.5, 0.5, 2), 1e-9);
}

TEST(Chrf, MinglesUpperAndLowerCaseWhereTold) {
  EXPECT_EQ(chrf_with({}, "ABC", {"abc"}), 0.0);
  EXPECT_DOUBLE_EQ(chrf_with({.lowercase = true}, "ABC", {"abc"}), 100.0);
}

TEST(Chrf, WeighsRecallByBetaSquared) {
  EXPECT_NEAR(chrf_with({.char_order = 1, .beta = 1}, "ab", {"abcd"}), f_beta(1.0, 0.5, 1), 1e-9);
  EXPECT_NEAR(chrf_with({.char_order = 1, .beta = 3}, "ab", {"abcd"}), f_beta(1.0, 0.5, 3), 1e-9);
}

// Words: ab, cd of ab, xy, z; characters of order 1: 2 of 4, of 5.
TEST(ChrfPlusPlus, AveragesOverWordNgramsToo) {
  const double precision = (2.0 / 4 + 1.0 / 2) / 2, recall = (2.0 / 5 + 1.0 / 3) / 2;
  EXPECT_NEAR(chrf_with({.char_order = 1, .word_order = 1}, "ab cd", {"ab xy z"}), f_beta(precision, recall, 2), 1e-9);
}

TEST(ChrfPlusPlus, TakesOneMarkOffAWordAtItsEndElseAtItsBeginning) {
  const auto words_only = [](const std::string& hypothesis, const std::string& reference) {
    const Chrf metric({.char_order = 1, .word_order = 1});
    const auto sums = count_segments(metric, {hypothesis}, {{reference}}).sums();
    return sums[5];  // matched words
  };
  EXPECT_EQ(words_only("(hi)", "( hi )"), 1.0) << "(hi and )";
  EXPECT_EQ(words_only("(hi", "( hi"), 2.0);
  EXPECT_EQ(words_only("hi!!", "hi! !"), 1.0) << "hi! and ! here; hi, ! and ! there";
  EXPECT_EQ(words_only("你好。", "你好 。"), 0.0) << "ASCII's marks only";
  EXPECT_EQ(words_only("!", "!"), 1.0);
}

TEST(Chrf, TakesTheReferenceThatScoresBest) {
  EXPECT_DOUBLE_EQ(chrf_with({}, "abc", {"xyz", "abc", "abd"}), 100.0);
  EXPECT_NEAR(chrf_with({}, "abc", {"xyz", "abd"}), chrf_with({}, "abc", {"abd"}), 1e-12);
}

TEST(Chrf, CountsEveryOrderWithEpsSmoothing) {
  EXPECT_NEAR(chrf_with({.eps_smoothing = true}, "ab", {"ab"}), 100.0 * 2 / 6, 1e-9);
  EXPECT_DOUBLE_EQ(chrf_with({}, "ab", {"ab"}), 100.0);
  EXPECT_LT(chrf_with({.eps_smoothing = true}, "", {"ab"}), 1e-10);
}

TEST(Chrf, SaysItsOptionsInItsNameAndSignature) {
  EXPECT_EQ(signature_text(Chrf(), {}), "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0");
  const Chrf other(
      {.char_order = 4, .word_order = 2, .beta = 3, .lowercase = true, .whitespace = true, .eps_smoothing = true});
  EXPECT_EQ(signature_text(other, {}), "nrefs:1|case:lc|eff:no|nc:4|nw:2|space:yes|version:2.6.0");
  EXPECT_EQ(Chrf().name(), "chrF2");
  EXPECT_EQ(other.name(), "chrF3++");
}

// The example of sacreBLEU's README.
TEST(Chrf, IsThePublishedScoreOfThePublishedExample) {
  const Chrf metric;
  const auto statistics =
      count_segments(metric, {"The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."},
                     {{"The dog bit the man.", "The dog had bit the man."},
                      {"It was not unexpected.", "No one was surprised."},
                      {"The man bit him first.", "The man had bitten the dog."}});
  EXPECT_NEAR(metric.score(statistics.sums()), 59.73, 0.005);
}

}  // namespace
}  // namespace tfm
