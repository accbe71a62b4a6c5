#include "analysis/ngram_precisions.h"

#include <gtest/gtest.h>

#include "metrics/chrf.h"

namespace tfm::analysis {
namespace {

TEST(NgramPrecisions, AreThoseOfTheCorpus) {
  const std::vector<std::string> outputs = {"a b c d e", "f g"}, references = {"a b c d x", "f g h"};
  const BleuOptions options{.tokenize = BleuTokenization::kNone};
  const auto found = ngram_precisions(segment_scores(outputs, single_references(references), options), options);
  EXPECT_EQ(found.bleu.verbose(), corpus_bleu(outputs, references, options).verbose());
  EXPECT_DOUBLE_EQ(found.chrf, corpus_chrf(outputs, references));
  EXPECT_DOUBLE_EQ(length_ratio(found.bleu), 7.0 / 8.0);
}

TEST(NgramPrecisions, HaveNoLengthRatioWithoutReferenceTokens) {
  EXPECT_EQ(length_ratio({.hypothesis_length = 3}), 0.0);
}

}  // namespace
}  // namespace tfm::analysis
