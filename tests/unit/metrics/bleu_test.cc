#include "metrics/bleu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "metrics/corpus.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

BleuScore bleu(const Lines& hypotheses, const Lines& references) {
  return corpus_bleu(hypotheses, references, {.tokenize = BleuTokenization::kNone});
}

// Of one segment.
BleuScore bleu_with(BleuOptions options, const std::string& hypothesis, const Lines& references) {
  options.tokenize = BleuTokenization::kNone;
  const Bleu metric(options);
  return metric.details(count_segments(metric, {hypothesis}, {references}).sums());
}

std::string signature(const BleuOptions& options) { return signature_text(Bleu(options), {}); }

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

// 3 of 5 words, and nothing of 4 pairs, 3 triples, 2 quadruples.
const std::string kHypothesis = "a b c d e";
const Lines kReference = {"a x c y e"};

TEST(Bleu, TakesTheFloorForMatchesOfAnOrderThatHasNone) {
  const auto score = bleu_with({.smoothing = BleuSmoothing::kFloor}, kHypothesis, kReference);
  EXPECT_DOUBLE_EQ(score.precisions[0], 60.0);
  EXPECT_DOUBLE_EQ(score.precisions[1], 100 * 0.1 / 4);
  EXPECT_DOUBLE_EQ(score.precisions[3], 100 * 0.1 / 2);
  const auto higher = bleu_with({.smoothing = BleuSmoothing::kFloor, .smooth_value = 0.5}, kHypothesis, kReference);
  EXPECT_DOUBLE_EQ(higher.precisions[3], 100 * 0.5 / 2);
}

TEST(Bleu, AddsKToMatchesAndTotalsAboveTheFirstOrder) {
  const auto score = bleu_with({.smoothing = BleuSmoothing::kAddK}, kHypothesis, kReference);
  EXPECT_DOUBLE_EQ(score.precisions[0], 60.0);
  EXPECT_DOUBLE_EQ(score.precisions[1], 100.0 * 1 / (4 + 1));
  const auto more = bleu_with({.smoothing = BleuSmoothing::kAddK, .smooth_value = 2.0}, kHypothesis, kReference);
  EXPECT_DOUBLE_EQ(more.precisions[3], 100.0 * 2 / (2 + 2));
  EXPECT_EQ(more.total[3], 2) << "the counts themselves stay";
}

TEST(Bleu, IsZeroWithoutSmoothingWhereAnOrderHasNoMatch) {
  const auto score = bleu_with({.smoothing = BleuSmoothing::kNone}, kHypothesis, kReference);
  EXPECT_DOUBLE_EQ(score.precisions[0], 60.0);
  EXPECT_EQ(score.precisions[1], 0.0);
  EXPECT_EQ(score.score, 0.0);
}

TEST(Bleu, LeavesOutOrdersWithoutNgramsWhereTheOrderIsEffective) {
  EXPECT_DOUBLE_EQ(bleu_with({.effective_order = true}, "a b c", {"a b c"}).score, 100.0);
  EXPECT_NEAR(bleu_with({.effective_order = true}, "a b", {"a x"}).score, std::sqrt(50.0 * 100 / 2), 1e-9);
  EXPECT_EQ(bleu_with({.effective_order = true}, "", {"a x"}).score, 0.0);
}

TEST(Bleu, MatchesAnNgramAsOftenAsTheReferenceThatHasItMostOften) {
  EXPECT_EQ(bleu_with({}, "the the the the", {"the cat", "the the", "a"}).correct[0], 2);
  EXPECT_EQ(bleu_with({}, "a b c d", {"a b x", "y c d"}).correct, (std::array<int64_t, 4>{4, 2, 0, 0}));
}

TEST(Bleu, TakesTheReferenceLengthClosestToTheHypothesisAndTheShorterOfTwo) {
  EXPECT_EQ(bleu_with({}, "a b c d", {"a", "a b c d e", "a b c d e f"}).reference_length, 5);
  EXPECT_EQ(bleu_with({}, "a b c d", {"a b c d e", "a b c"}).reference_length, 3);
  EXPECT_EQ(bleu_with({}, "a b c d", {"a b c", "a b c d e"}).reference_length, 3);
}

TEST(Bleu, MinglesUpperAndLowerCaseWhereTold) {
  EXPECT_EQ(bleu_with({.lowercase = true}, "The ΟΔΟΣ", {"the οδος"}).correct[1], 1);
  EXPECT_EQ(bleu_with({}, "The ΟΔΟΣ", {"the οδος"}).correct[0], 0);
}

TEST(Bleu, SplitsIntoPiecesByTheGivenFunction) {
  const BleuOptions options{
      .tokenize = BleuTokenization::kPieces,
      .split_pieces = [](const std::string& line) { return Lines{line.substr(0, 1), line.substr(1)}; },
      .pieces_name = "flores200"};
  EXPECT_EQ(bleu_tokens("abc \n", options), (Lines{"a", "bc"}));
  EXPECT_EQ(signature(options), "nrefs:1|case:mixed|eff:no|tok:flores200|smooth:exp|version:2.6.0");
}

TEST(Bleu, SaysItsOptionsInItsSignature) {
  EXPECT_EQ(signature({.tokenize = BleuTokenization::kZh}),
            "nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:2.6.0");
  EXPECT_EQ(signature({.lowercase = true, .smoothing = BleuSmoothing::kFloor, .effective_order = true}),
            "nrefs:1|case:lc|eff:yes|tok:13a|smooth:floor[0.10]|version:2.6.0");
  EXPECT_EQ(signature({.smoothing = BleuSmoothing::kAddK, .smooth_value = 0.126}),
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:add-k[0.13]|version:2.6.0");
  EXPECT_EQ(signature({.smoothing = BleuSmoothing::kNone}),
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:none|version:2.6.0");
}

TEST(Bleu, GivesTfmsVersionForTheTokenizerThatSacrebleuDoesNotHave) {
  EXPECT_EQ(signature({.tokenize = BleuTokenization::kZhFixed}),
            "nrefs:1|case:mixed|eff:no|tok:zh-fixed|smooth:exp|version:tfm-" TFM_VERSION);
}

TEST(Bleu, NamesEveryTokenization) {
  EXPECT_STREQ(name_of(BleuTokenization::k13a), "13a");
  EXPECT_STREQ(name_of(BleuTokenization::kChar), "char");
  EXPECT_STREQ(name_of(BleuTokenization::kIntl), "intl");
  EXPECT_STREQ(name_of(BleuTokenization::kNone), "none");
}

// The example of sacreBLEU's README.
TEST(Bleu, IsThePublishedScoreOfThePublishedExample) {
  const Lines hypotheses = {"The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."};
  References references = {{"The dog bit the man.", "The dog had bit the man."},
                           {"It was not unexpected.", "No one was surprised."},
                           {"The man bit him first.", "The man had bitten the dog."}};
  const Bleu metric({});
  const auto verbose = [&] { return metric.verbose(count_segments(metric, hypotheses, references).sums()); };
  EXPECT_EQ(verbose(), "82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)");
  EXPECT_EQ(signature_text(metric, references), "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0");
  references[0].erase(references[0].begin());
  EXPECT_EQ(verbose(), "82.4/42.9/27.3/12.5 (BP = 0.889 ratio = 0.895 hyp_len = 17 ref_len = 19)");
  EXPECT_EQ(signature_text(metric, references), "nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0");
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
