#include "analysis/segment_scores.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "metrics/chrf.h"

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

constexpr BleuTokenization kNone = BleuTokenization::kNone;

TEST(SegmentScores, AreThoseOfEachSegmentAlone) {
  const Lines outputs = {"a b c d", "a x c", "q"};
  const Lines references = {"a b c d", "a b c", "a"};
  const auto scores = segment_scores(outputs, single_references(references), {.tokenize = kNone});
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const BleuOptions options{.tokenize = kNone, .effective_order = true};
    EXPECT_DOUBLE_EQ(scores.bleu[i], corpus_bleu({outputs[i]}, {references[i]}, options).score);
    EXPECT_DOUBLE_EQ(scores.chrf[i], corpus_chrf({outputs[i]}, {references[i]}));
  }
}

TEST(SegmentScores, ScoreAShortEqualSegmentAsAHundred) {
  const auto scores = segment_scores({"a"}, {{"a"}}, {.tokenize = kNone, .smoothing = BleuSmoothing::kNone});
  EXPECT_DOUBLE_EQ(scores.bleu[0], 100.0);
}

TEST(SegmentScores, RefuseUnequalCounts) {
  EXPECT_THROW(segment_scores({"a", "b"}, {{"a"}}, {}), UserError);
  EXPECT_THROW(segment_scores({}, {}, {}), UserError);
}

TEST(SegmentScores, FallIntoTenBinsOfWhichTheLastHoldsAHundred) {
  const auto bins = histogram(std::vector<double>{0.0, 9.99, 10.0, 55.0, 90.0, 100.0});
  EXPECT_EQ(bins, (std::array<int64_t, 10>{2, 1, 0, 0, 0, 1, 0, 0, 0, 2}));
}

TEST(WorstSegments, ComeByScoreThenByTheLengthOfTheOutput) {
  const Lines outputs = {"a", "b", "bbb", "c"};
  const std::vector<double> chrf = {50.0, 10.0, 10.0, 70.0};
  const auto references = single_references({"x", "x", "x", "x"});
  EXPECT_EQ(worst_segments(chrf, outputs, references, {}, 3), (std::vector<std::size_t>{2, 1, 0}));
}

TEST(WorstSegments, LeaveOutWhatIsBlank) {
  const Lines outputs = {" ", "a", "b", "c"};
  const References references = {{"x"}, {"", "\t"}, {"", "x"}, {"x"}};
  EXPECT_EQ(worst_segments(std::vector<double>(4), outputs, references, {}, 9), (std::vector<std::size_t>{2, 3}));
}

TEST(WorstSegments, LeaveOutCopiesOfTheSource) {
  const Lines outputs = {"a", "b"};
  const auto references = single_references({"x", "x"});
  EXPECT_EQ(worst_segments(std::vector<double>(2), outputs, references, {"a", "c"}, 9), (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace tfm::analysis
