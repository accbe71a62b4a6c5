#include "metrics/chrf.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

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

TEST(Chrf, HasSacrebleusSignature) {
  EXPECT_EQ(chrf_signature(), "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0");
}

}  // namespace
}  // namespace tfm
