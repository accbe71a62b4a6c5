#include "analysis/length_buckets.h"

#include <gtest/gtest.h>

#include <limits>

#include "metrics/chrf.h"

namespace tfm::analysis {
namespace {

const BleuOptions kOptions{.tokenize = BleuTokenization::kNone};

TEST(LengthBuckets, HoldEachSegmentOnceAndNoneIsEmpty) {
  const std::vector<std::string> lines(6, "a");
  const auto scores = segment_scores(lines, single_references(lines), kOptions);
  const auto buckets = length_buckets(scores, std::vector<int64_t>{0, 1, 5, 6, 100, 101}, kOptions);
  ASSERT_EQ(buckets.size(), 5U);
  EXPECT_EQ(buckets[0].last, 0);
  EXPECT_EQ(buckets[1].first, 1);
  EXPECT_EQ(buckets[1].last, 5);
  EXPECT_EQ(buckets[1].segments, 2);
  EXPECT_EQ(buckets[3].first, 61);
  EXPECT_EQ(buckets[4].last, std::numeric_limits<int64_t>::max());
}

TEST(LengthBuckets, ScoreTheirSegmentsAsACorpus) {
  const std::vector<std::string> outputs = {"a b", "a b c d e f g", "a c"},
                                 references = {"a b", "a b c d e f h", "a b"};
  const auto scores = segment_scores(outputs, single_references(references), kOptions);
  const auto buckets = length_buckets(scores, std::vector<int64_t>{2, 7, 2}, kOptions);
  const BleuOptions effective{.tokenize = BleuTokenization::kNone, .effective_order = true};
  EXPECT_DOUBLE_EQ(buckets[0].bleu.score, corpus_bleu({"a b", "a c"}, {"a b", "a b"}, effective).score);
  EXPECT_DOUBLE_EQ(buckets[0].chrf, corpus_chrf({"a b", "a c"}, {"a b", "a b"}));
  EXPECT_DOUBLE_EQ(buckets[1].bleu.score, corpus_bleu({outputs[1]}, {references[1]}, effective).score);
}

}  // namespace
}  // namespace tfm::analysis
