#include "metrics/bleu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

BleuScore bleu(const Lines& hypotheses, const Lines& references) {
  return corpus_bleu(hypotheses, references, {.tokenize = BleuTokenization::kNone});
}

std::string message_of(const Lines& hypotheses, const Lines& references) {
  try {
    bleu(hypotheses, references);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Bleu, IsAHundredForEqualText) {
  const Lines lines = {"a b c d", "e f g h i"};
  EXPECT_DOUBLE_EQ(bleu(lines, lines).score, 100.0);
}

// 5 of 6 words, 3 of 5 pairs (the mat, a cat, cat sat ...), 2 of 4, 1 of 3.
TEST(Bleu, IsTheGeometricMeanOfThePrecisions) {
  const BleuScore score = bleu({"a cat sat on that mat"}, {"a cat sat on the mat"});
  EXPECT_EQ(score.correct, (std::array<int64_t, 4>{5, 3, 2, 1}));
  EXPECT_EQ(score.total, (std::array<int64_t, 4>{6, 5, 4, 3}));
  EXPECT_NEAR(score.score, 100.0 * std::pow(5.0 / 6 * 3 / 5 * 2 / 4 * 1 / 3, 0.25), 1e-9);
}

TEST(Bleu, CountsARepeatedWordAtMostAsOftenAsInTheReference) {
  EXPECT_EQ(bleu({"the the the the the"}, {"the cat the mat x"}).correct[0], 2);
}

TEST(Bleu, CountsMatchesWithinASegmentOnly) {
  EXPECT_EQ(bleu({"a b", "c d"}, {"c d", "a b"}).correct, (std::array<int64_t, 4>{0, 0, 0, 0}));
}

TEST(Bleu, CountsNoFourGramsInAShortSentence) {
  const BleuScore score = bleu({"a b c"}, {"a b c"});
  EXPECT_EQ(score.total, (std::array<int64_t, 4>{3, 2, 1, 0}));
  EXPECT_EQ(score.precisions[3], 0.0);
  EXPECT_EQ(score.score, 0.0);
}

TEST(Bleu, HalvesTheSmoothedCountWithEachOrderThatHasNoMatch) {
  const BleuScore score = bleu({"a b c d e"}, {"a x c y e"});
  EXPECT_DOUBLE_EQ(score.precisions[0], 60.0);
  EXPECT_DOUBLE_EQ(score.precisions[1], 100.0 / (2 * 4));
  EXPECT_DOUBLE_EQ(score.precisions[2], 100.0 / (4 * 3));
  EXPECT_DOUBLE_EQ(score.precisions[3], 100.0 / (8 * 2));
}

TEST(Bleu, SmoothsNothingWithoutASingleMatch) {
  const BleuScore score = bleu({"a b c d"}, {"w x y z"});
  EXPECT_EQ(score.score, 0.0);
  EXPECT_EQ(score.precisions, (std::array<double, 4>{}));
}

TEST(Bleu, PunishesAShortHypothesisButNotALongOne) {
  EXPECT_NEAR(bleu({"a b c d"}, {"a b c d e f"}).brevity_penalty, std::exp(1.0 - 6.0 / 4.0), 1e-12);
  EXPECT_EQ(bleu({"a b c d e f"}, {"a b c d"}).brevity_penalty, 1.0);
}

TEST(Bleu, HasNoBrevityPenaltyLeftForAnEmptyHypothesis) {
  const BleuScore score = bleu({""}, {"a b c d"});
  EXPECT_EQ(score.brevity_penalty, 0.0);
  EXPECT_EQ(score.verbose(), "0.0/0.0/0.0/0.0 (BP = 0.000 ratio = 0.000 hyp_len = 0 ref_len = 4)");
}

TEST(Bleu, CountsNothingForBlankLines) {
  const BleuScore with_blank = bleu({"a b c d", "", " \t", "\xE3\x80\x80"}, {"a b c d", " ", "", "\n"});
  EXPECT_EQ(with_blank.hypothesis_length, 4);
  EXPECT_EQ(with_blank.reference_length, 4);
  EXPECT_DOUBLE_EQ(with_blank.score, 100.0);
}

TEST(Bleu, IsZeroWithRatioZeroWhenAllReferencesAreEmpty) {
  EXPECT_EQ(bleu({"a b"}, {""}).verbose(), "0.0/0.0/0.0/0.0 (BP = 1.000 ratio = 0.000 hyp_len = 2 ref_len = 0)");
}

TEST(Bleu, PrintsTheDetailsAsSacrebleuDoes) {
  EXPECT_EQ(bleu({"a cat sat on that mat"}, {"a cat sat on the mat x"}).verbose(),
            "83.3/60.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)");
}

TEST(Bleu, RefusesUnequalCounts) {
  EXPECT_EQ(
      message_of({"a", "b"}, {"a", "b", "c"}),
      "the number of hypotheses (2) and of references (3) differ; each hypothesis needs one reference, line for line");
}

TEST(Bleu, RefusesToScoreNothing) {
  EXPECT_EQ(message_of({}, {}), "there are no lines to score; give at least one hypothesis and its reference");
}

TEST(Bleu, NamesTheTokenizationInItsSignature) {
  EXPECT_EQ(bleu_signature({.tokenize = BleuTokenization::kZh}),
            "nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:2.6.0");
  EXPECT_STREQ(name_of(BleuTokenization::k13a), "13a");
  EXPECT_STREQ(name_of(BleuTokenization::kChar), "char");
  EXPECT_STREQ(name_of(BleuTokenization::kNone), "none");
}

TEST(Bleu, TokenizesChineseLanguagesAsChinese) {
  for (const char* language : {"zh", "zh-CN", "zh_TW", "ZH-Hant", "zho", "zho_Hans", "chi", "cmn", "yue"}) {
    EXPECT_EQ(bleu_tokenization_for(language), BleuTokenization::kZh) << language;
  }
  for (const char* language : {"en", "de-CH", "ja", "za", "zhx", "en-zh", ""}) {
    EXPECT_EQ(bleu_tokenization_for(language), BleuTokenization::k13a) << language;
  }
}

}  // namespace
}  // namespace tfm
