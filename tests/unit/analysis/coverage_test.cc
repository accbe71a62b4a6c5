#include "analysis/coverage.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lengths = std::vector<SegmentLengths>;

SegmentLengths lengths(int64_t hypothesis, int64_t reference, int64_t source = 0) {
  return {.hypothesis = hypothesis, .shortest_reference = reference, .longest_reference = reference, .source = source};
}

TEST(Coverage, NeedsBothAFactorAndSomeTokensOfDifference) {
  const auto found =
      coverage(Lengths{lengths(15, 10), lengths(14, 10), lengths(6, 3), lengths(10, 15), lengths(11, 15)});
  EXPECT_EQ(found.over.segments, 1);
  EXPECT_EQ(found.over.clearest[0].segment, 0U);
  EXPECT_EQ(found.under.segments, 1);
  EXPECT_EQ(found.under.clearest[0].segment, 3U);
}

TEST(Coverage, ComparesWithTheNearestOfSeveralReferences) {
  const auto found = coverage(Lengths{{.hypothesis = 20, .shortest_reference = 10, .longest_reference = 20},
                                      {.hypothesis = 40, .shortest_reference = 10, .longest_reference = 20}});
  EXPECT_EQ(found.over.segments, 1);
  EXPECT_EQ(found.over.clearest[0].difference, 20.0);
}

// One token a character: the third source suggests 10, where output and reference have 30.
TEST(Coverage, ComparesWithWhatTheLengthOfTheSourceSuggests) {
  const auto found = coverage(Lengths{lengths(30, 30, 40), lengths(30, 30, 40), lengths(30, 30, 10)});
  EXPECT_EQ(found.over.by_reference, 0);
  EXPECT_EQ(found.over.by_source, 1);
  EXPECT_NEAR(*found.over.clearest[0].suggested, 10.0, 1e-9);
  EXPECT_EQ(found.under.segments, 0);
}

TEST(Coverage, ListsWhatBothMeasuresShowFirstThenTheLargestDifference) {
  const auto found = coverage(Lengths{lengths(40, 20), lengths(60, 20), lengths(30, 10, 10)});
  ASSERT_EQ(found.over.clearest.size(), 3U);
  EXPECT_EQ(found.over.clearest[0].segment, 1U);
  EXPECT_EQ(found.over.clearest[1].segment, 0U);
  EXPECT_EQ(found.over.clearest[2].segment, 2U);
  const auto with_sources = coverage(Lengths{lengths(60, 20, 60), lengths(30, 10, 2), lengths(100, 100, 60)});
  EXPECT_EQ(with_sources.over.clearest[0].segment, 1U);
}

TEST(Coverage, LeavesOutEmptyOutputsAndReferences) {
  const auto found = coverage(Lengths{lengths(0, 20), lengths(20, 0)});
  EXPECT_EQ(found.over.segments + found.under.segments, 0);
  EXPECT_EQ(std::ssize(found.ratios), 9);
  for (const int64_t count : found.ratios) EXPECT_EQ(count, 0);
}

TEST(Coverage, CountsRatiosFromTheirLowerEdgeOn) {
  const auto found = coverage(Lengths{lengths(1, 2), lengths(1, 3), lengths(10, 10), lengths(2, 1)});
  EXPECT_EQ(found.ratios, (std::array<int64_t, 9>{1, 1, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(Coverage, MeasuresSourcesInVisibleCharacters) {
  const auto found = segment_lengths({{1, 2, 3}}, {{{1}, {1, 2}}}, {"我 a\u3000b"});
  EXPECT_EQ(found[0].hypothesis, 3);
  EXPECT_EQ(found[0].shortest_reference, 1);
  EXPECT_EQ(found[0].longest_reference, 2);
  EXPECT_EQ(found[0].source, 3);
  EXPECT_EQ(segment_lengths({{1}}, {{{1}}}, {})[0].source, 0);
}

}  // namespace
}  // namespace tfm::analysis
