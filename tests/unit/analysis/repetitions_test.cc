#include "analysis/repetitions.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

std::u32string pattern(std::u32string_view text) {
  const auto run = repeated_run(text);
  return run ? run->pattern : U"(none)";
}

TEST(RepeatedRun, IsWhatStandsThreeTimesInARow) {
  EXPECT_EQ(pattern(U"我非常非常非常喜欢"), U"非常");
  EXPECT_EQ(pattern(U"我非常非常喜欢"), U"(none)");
  EXPECT_EQ(pattern(U"it is good it is good it is good"), U"it is good");
  EXPECT_EQ(pattern(U"no no, no"), U"(none)");
}

TEST(RepeatedRun, CountsTheCopiesOfTheShortestPattern) {
  const auto run = repeated_run(U"啊啊啊啊啊啊");
  EXPECT_EQ(run->pattern, U"啊");
  EXPECT_EQ(run->times, 6);
  EXPECT_EQ(run->length, 6);
}

TEST(RepeatedRun, IsTheLongestOfSeveral) { EXPECT_EQ(pattern(U"a a a b c b c b c"), U"b c"); }

TEST(RepeatedRun, LetsMarksStandUpToSixTimes) {
  EXPECT_EQ(pattern(U"好。。。。。。"), U"(none)");
  EXPECT_EQ(pattern(U"好。。。。。。。"), U"。");
}

TEST(RepeatedRun, LooksIntoLongWordsOnly) {
  EXPECT_EQ(pattern(U"1000000"), U"(none)");
  EXPECT_EQ(pattern(U"hahahahahahahahahahahaha"), U"ha");
}

TEST(RepeatedRun, HandlesShortAndEmptyTexts) {
  EXPECT_EQ(pattern(U""), U"(none)");
  EXPECT_EQ(pattern(U"好好"), U"(none)");
}

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
