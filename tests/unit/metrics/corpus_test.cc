#include "metrics/corpus.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

// Counts the hypothesis's bytes and how many references it has.
class Sizes : public Metric {
 public:
  std::string name() const override { return "sizes"; }
  SignatureFields signature() const override { return {{"a", "1"}, {"b", "2"}}; }
  std::size_t num_statistics() const override { return 2; }
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override {
    statistics[0] = static_cast<double>(hypothesis.size());
    statistics[1] = static_cast<double>(references.size());
  }
  double score(std::span<const double> sums) const override { return sums[0]; }
  double score_float32(std::span<const float> sums) const override { return sums[0]; }
};

TEST(CountSegments, GivesARowForEachSegmentAndTheirSums) {
  const auto statistics = count_segments(Sizes(), {"a", "", "abc"}, {{"x"}, {"x", "y"}, {"z"}});
  ASSERT_EQ(statistics.size(), 3);
  ASSERT_EQ(statistics.width(), 2U);
  EXPECT_EQ(statistics.row(0)[0], 1.0);
  EXPECT_EQ(statistics.row(1)[1], 2.0);
  EXPECT_EQ(statistics.row(2)[0], 3.0);
  EXPECT_EQ(statistics.sums(), (std::vector<double>{4.0, 4.0}));
}

TEST(CountSegments, DoesNotDependOnTheNumberOfThreads) {
  Lines hypotheses, references;
  for (int i = 0; i < 500; ++i) {
    hypotheses.push_back("the cat no " + std::to_string(i % 7) + " sat");
    references.push_back("a cat no " + std::to_string(i % 5) + " sat on " + std::to_string(i));
  }
  const Bleu bleu({});
  const Chrf chrf({.word_order = 2});
  const Ter ter;
  for (const Metric* metric :
       {static_cast<const Metric*>(&bleu), static_cast<const Metric*>(&chrf), static_cast<const Metric*>(&ter)}) {
    const auto one = count_segments(*metric, hypotheses, single_references(references), 1).sums();
    EXPECT_EQ(count_segments(*metric, hypotheses, single_references(references), 5).sums(), one) << metric->name();
    EXPECT_EQ(count_segments(*metric, hypotheses, single_references(references)).sums(), one) << metric->name();
  }
}

TEST(CountSegments, TellsHowManySegmentsAreDone) {
  int64_t done = 0;
  count_segments(Sizes(), Lines(100, "a"), References(100, {"b"}), 3, [&](int64_t segments) { done += segments; });
  EXPECT_EQ(done, 100);
}

TEST(CountSegments, RefusesUnequalCountsWithBothNumbers) {
  EXPECT_EQ(error_message([] { count_segments(Sizes(), {"a", "b"}, {{"a"}}); }),
            "the number of hypotheses (2) and of references (1) differ; each hypothesis needs one reference, line for "
            "line");
}

TEST(CountSegments, RefusesToScoreNothing) {
  EXPECT_EQ(error_message([] { count_segments(Sizes(), {}, {}); }),
            "there are no lines to score; give at least one hypothesis and its reference");
}

TEST(CountSegments, NamesTheLineThatHasNoReference) {
  EXPECT_EQ(error_message([] { count_segments(Sizes(), {"a", "b", "c"}, {{"a"}, {}, {}}); }),
            "line 2 has no reference; each line needs at least one");
}

TEST(Signature, NamesTheNumberOfReferencesFirstAndTheVersionLast) {
  EXPECT_EQ(signature_text(Sizes(), {{"a", "b"}, {"c", "d"}}), "nrefs:2|a:1|b:2|version:2.6.0");
  EXPECT_EQ(signature_text(Sizes(), {{"a", "b"}, {"c"}}), "nrefs:var|a:1|b:2|version:2.6.0");
  EXPECT_EQ(signature_text(Sizes(), {}), "nrefs:1|a:1|b:2|version:2.6.0");
}

TEST(Signature, SaysHowTheSamplesWereDrawn) {
  EXPECT_EQ(signature_text(Sizes(), {}, {.bootstrap_samples = 1000, .seed = 12345}),
            "nrefs:1|bs:1000|seed:12345|a:1|b:2|version:2.6.0");
  EXPECT_EQ(signature_text(Sizes(), {}, {.randomization_trials = 10000, .seed = 0}),
            "nrefs:1|ar:10000|seed:0|a:1|b:2|version:2.6.0");
}

TEST(Signature, ItsFieldsAreThoseOfTheText) {
  const SignatureFields expected = {{"nrefs", "1"}, {"a", "1"}, {"b", "2"}, {"version", "2.6.0"}};
  EXPECT_EQ(signature_fields(Sizes(), {}), expected);
}

}  // namespace
}  // namespace tfm
