#include "metrics/edit_rates.h"

#include <gtest/gtest.h>

#include "metrics/corpus.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

double score(const Metric& metric, const Lines& hypotheses, const References& references) {
  return metric.score(count_segments(metric, hypotheses, references).sums());
}
double wer(const std::string& hypothesis, const Lines& references, bool lowercase = false) {
  return score(EditRate(EditUnit::kWord, lowercase), {hypothesis}, {references});
}
double cer(const std::string& hypothesis, const Lines& references, bool lowercase = false) {
  return score(EditRate(EditUnit::kCharacter, lowercase), {hypothesis}, {references});
}
double exact(const Lines& hypotheses, const References& references, bool lowercase = false) {
  return score(ExactMatch(lowercase), hypotheses, references);
}

TEST(WordErrorRate, CountsEditsOfWordsAgainstTheReferencesLength) {
  EXPECT_EQ(wer("the cat sat", {"the cat sat"}), 0.0);
  EXPECT_EQ(wer("a cat sat down", {"the cat sat on mats"}), 60.0);
  EXPECT_EQ(wer("a b c", {"x"}), 300.0);
}

TEST(CharacterErrorRate, CountsEditsOfCodePoints) {
  EXPECT_EQ(cer("我爱你", {"我爱他吗"}), 50.0);
  EXPECT_EQ(cer("😀😀", {"😀a"}), 50.0);
}

TEST(EditRates, AddUpOverTheCorpusBeforeDividing) {
  EXPECT_EQ(score(EditRate(EditUnit::kWord, false), {"a", "b c d x"}, {{"x"}, {"b c d e"}}), 40.0);
}

TEST(EditRates, TakeTheReferenceWithTheLowestRate) {
  EXPECT_EQ(wer("a b", {"a x", "a b c d e f g h i j", "y"}), 50.0);
  EXPECT_EQ(wer("a b c", {"a", "a b c d"}), 25.0) << "1 of 4, not 2 of 1";
}

TEST(EditRates, TakeTheFirstOfTwoReferencesWithTheSameRate) {
  const EditRate metric(EditUnit::kWord, false);
  const auto sums = count_segments(metric, {"a b"}, {{"a x", "a b c d"}}).sums();
  EXPECT_EQ(sums, (std::vector<double>{1.0, 2.0}));
}

TEST(EditRates, CountARunOfWhiteSpaceAsOneSpaceAndNoneAtTheEnds) {
  EXPECT_EQ(wer(" a \t b\u3000", {"a b"}), 0.0);
  EXPECT_EQ(cer(" a \t b\u3000", {"a b"}), 0.0);
  EXPECT_NEAR(cer("ab", {"a b"}), 100.0 / 3, 1e-12);
  EXPECT_EQ(exact({" a  b "}, {{"a b"}}), 100.0);
}

TEST(EditRates, AreAHundredAgainstAnEmptyReferenceUnlessBothAreEmpty) {
  EXPECT_EQ(wer("a b", {""}), 100.0);
  EXPECT_EQ(cer("", {" "}), 0.0);
  EXPECT_EQ(wer("", {"a b"}), 100.0);
}

TEST(EditRates, MingleUpperAndLowerCaseWhereTold) {
  EXPECT_EQ(wer("The ΟΔΟΣ", {"the οδος"}), 100.0);
  EXPECT_EQ(wer("The ΟΔΟΣ", {"the οδος"}, true), 0.0);
  EXPECT_EQ(cer("ABC", {"abc"}, true), 0.0);
  EXPECT_EQ(exact({"ABC"}, {{"abc"}}, true), 100.0);
  EXPECT_EQ(exact({"ABC"}, {{"abc"}}), 0.0);
}

TEST(ExactMatch, IsTheShareOfSegmentsThatEqualOneOfTheirReferences) {
  EXPECT_EQ(exact({"a", "b", "c", ""}, {{"x", "a"}, {"b"}, {"c d"}, {""}}), 75.0);
}

TEST(EditRates, SayThatTheyAreTfmsOwn) {
  EXPECT_EQ(signature_text(EditRate(EditUnit::kWord, true), {}), "nrefs:1|case:lc|version:tfm-" TFM_VERSION);
  EXPECT_EQ(signature_text(ExactMatch(false), {}), "nrefs:1|case:mixed|version:tfm-" TFM_VERSION);
  EXPECT_EQ(EditRate(EditUnit::kWord, false).name(), "WER");
  EXPECT_EQ(EditRate(EditUnit::kCharacter, false).name(), "CER");
  EXPECT_FALSE(EditRate(EditUnit::kWord, false).higher_is_better());
  EXPECT_TRUE(ExactMatch(false).higher_is_better());
}

}  // namespace
}  // namespace tfm
