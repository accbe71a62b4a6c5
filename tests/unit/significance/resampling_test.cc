// That the results are sacreBLEU's is held by unit/metrics/golden_metrics_test.cc.
#include "significance/resampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "significance/numpy_random.h"

namespace tfm {
namespace {

// The mean of a number for each segment.
class Mean : public Metric {
 public:
  explicit Mean(bool keeps_float32 = false) : keeps_float32_(keeps_float32) {}
  std::string name() const override { return "mean"; }
  SignatureFields signature() const override { return {}; }
  std::size_t num_statistics() const override { return 2; }
  void count(std::string_view hypothesis, std::span<const std::string>, std::span<double> statistics) const override {
    statistics[0] = std::stod(std::string(hypothesis));
    statistics[1] = 1.0;
  }
  double score(std::span<const double> sums) const override { return sums[0] / sums[1]; }
  double score_float32(std::span<const float> sums) const override { return sums[0] / sums[1]; }
  bool float32_is_kept() const override { return keeps_float32_; }

 private:
  bool keeps_float32_;
};

SegmentStatistics rows(const std::vector<double>& values) {
  SegmentStatistics statistics(std::ssize(values), 2);
  for (int64_t i = 0; i < statistics.size(); ++i) {
    statistics.row(i)[0] = values[static_cast<size_t>(i)];
    statistics.row(i)[1] = 1.0;
  }
  return statistics;
}

// 0, 1, 2, 3, 4, 0, 1 ...
SegmentStatistics cycling(int64_t count) {
  std::vector<double> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 5);
  return rows(values);
}

TEST(Bootstrap, IsSureOfASingleSegment) {
  const auto confidence = bootstrap(Mean(), rows({7.5}), {.samples = 100, .seed = 1});
  EXPECT_EQ(confidence.mean, 7.5);
  EXPECT_EQ(confidence.half_width, 0.0);
}

TEST(Bootstrap, IsSurerOfMoreSegments) {
  const auto few = bootstrap(Mean(), cycling(20), {.samples = 400, .seed = 1}),
             many = bootstrap(Mean(), cycling(2000), {.samples = 400, .seed = 1});
  EXPECT_NEAR(many.mean, 2.0, 0.05);
  EXPECT_GT(few.half_width, 5 * many.half_width);
  EXPECT_NEAR(many.half_width, 1.96 * std::sqrt(2.0 / 2000), 0.02) << "1.96 standard deviations of the mean";
}

TEST(Bootstrap, DrawsTheSameFromTheSameSeedOnly) {
  const auto mean = [](uint64_t seed) { return bootstrap(Mean(), cycling(50), {.samples = 20, .seed = seed}).mean; };
  EXPECT_EQ(mean(1), mean(1));
  EXPECT_NE(mean(1), mean(2));
}

TEST(Bootstrap, KeepsFloat32WhereTheMetricDoes) {
  const auto kept = bootstrap(Mean(true), cycling(50), {.samples = 20, .seed = 1}),
             not_kept = bootstrap(Mean(), cycling(50), {.samples = 20, .seed = 1});
  EXPECT_EQ(kept.mean, double{static_cast<float>(not_kept.mean)});
  EXPECT_NE(kept.mean, not_kept.mean);
}

// So many segments that the numbers of all samples aren't drawn at once; here they are.
constexpr int64_t kMany = 300'000;
constexpr int kSamples = 40;

TEST(Bootstrap, DrawsInBlocksWhatItWouldDrawAtOnce) {
  const auto system = cycling(kMany);
  significance::NumpyGenerator generator(1);
  std::vector<double> scores;
  for (int sample = 0; sample < kSamples; ++sample) {
    double sum = 0.0;
    for (const uint32_t i : generator.choice(kMany, kMany)) sum += static_cast<double>(i % 5);
    scores.push_back(static_cast<float>(sum) / static_cast<float>(kMany));
  }
  const auto confidence = bootstrap(Mean(), system, {.samples = kSamples, .seed = 1});
  EXPECT_NEAR(confidence.mean, std::accumulate(scores.begin(), scores.end(), 0.0) / kSamples, 1e-12);
  std::ranges::sort(scores);
  EXPECT_EQ(confidence.half_width, 0.5 * (scores[kSamples - 2] - scores[1])) << "one in 40 is left out at each end";
}

TEST(PairedBootstrap, GivesTheSystemsOwnInterval) {
  const auto system = cycling(60);
  const auto alone = bootstrap(Mean(), system, {.samples = 100, .seed = 1});
  const auto paired = paired_bootstrap(Mean(), rows(std::vector<double>(60, 1.0)), system, {.samples = 100, .seed = 1});
  EXPECT_NEAR(paired.confidence.mean, alone.mean, 1e-12);
  EXPECT_EQ(paired.confidence.half_width, alone.half_width);
}

std::vector<double> noise(double mean, uint64_t seed) {
  significance::NumpyGenerator generator(seed);
  std::vector<double> values;
  for (const uint32_t n : generator.choice(1000, 100)) values.push_back(mean + n / 1000.0);
  return values;
}

TEST(PairedTests, DoNotDependOnTheNumberOfThreads) {
  const auto baseline = rows(noise(0.0, 1)), system = rows(noise(0.1, 2));
  const ResamplingOptions one{.samples = 200, .seed = 1, .threads = 1}, five{.samples = 200, .seed = 1, .threads = 5};
  EXPECT_EQ(bootstrap(Mean(), system, one).mean, bootstrap(Mean(), system, five).mean);
  EXPECT_EQ(paired_bootstrap(Mean(), baseline, system, one).p_value,
            paired_bootstrap(Mean(), baseline, system, five).p_value);
  EXPECT_EQ(paired_randomization(Mean(), baseline, system, one), paired_randomization(Mean(), baseline, system, five));
}

TEST(PairedTests, TellHowManySamplesAreDrawn) {
  const auto system = cycling(30);
  int64_t drawn = 0;
  const ResamplingOptions options{.samples = 77, .drawn = [&](int64_t samples) { drawn += samples; }};
  bootstrap(Mean(), system, options);
  EXPECT_EQ(drawn, 77);
  paired_randomization(Mean(), system, system, options);
  EXPECT_EQ(drawn, 2 * 77);
}

TEST(PairedTests, TellAClearDifferenceFromChance) {
  const auto baseline = rows(noise(0.0, 1)), better = rows(noise(1.0, 2)), alike = rows(noise(0.0, 3));
  EXPECT_EQ(paired_bootstrap(Mean(), baseline, better, {.samples = 200, .seed = 1}).p_value, 1.0 / 201);
  EXPECT_EQ(paired_randomization(Mean(), baseline, better, {.samples = 200, .seed = 1}), 1.0 / 201);
  EXPECT_GT(paired_bootstrap(Mean(), baseline, alike, {.samples = 200, .seed = 1}).p_value, 0.05);
  EXPECT_GT(paired_randomization(Mean(), baseline, alike, {.samples = 200, .seed = 1}), 0.05);
}

// sacreBLEU: "a zero difference should not be attributed to chance".
TEST(PairedTests, GiveASystemComparedWithItselfTheSmallestPValue) {
  const auto system = cycling(30);
  EXPECT_EQ(paired_bootstrap(Mean(), system, system, {.samples = 99, .seed = 1}).p_value, 0.01);
  EXPECT_EQ(paired_randomization(Mean(), system, system, {.samples = 99, .seed = 1}), 0.01);
}

TEST(PairedRandomization, DoesNotAskWhichSystemIsTheBaseline) {
  const auto one = rows(noise(0.0, 1)), other = rows(noise(0.1, 2));
  EXPECT_EQ(paired_randomization(Mean(), one, other, {.samples = 200, .seed = 1}),
            paired_randomization(Mean(), other, one, {.samples = 200, .seed = 1}));
}

// Differences of 1 and -1, in all so many more of 1 as chance alone may well bring about.
TEST(PairedRandomization, DrawsInBlocksWhatItWouldDrawAtOnce) {
  std::vector<double> system(kMany);
  for (size_t i = 0; i < kMany; ++i) system[i] = i % 2 == 0 || i < 400 ? 1.0 : -1.0;
  const auto kept = significance::NumpyGenerator(1).booleans(kMany * kSamples);
  int greater = 0;
  for (size_t trial = 0; trial < kSamples; ++trial) {
    double one = 0.0, other = 0.0;
    for (size_t i = 0; i < kMany; ++i) (kept[trial * kMany + i] ? other : one) += system[i];
    if (std::abs(one / kMany - other / kMany) > 400.0 / kMany) ++greater;
  }
  ASSERT_GT(greater, 5);
  ASSERT_LT(greater, 35);
  const auto baseline = rows(std::vector<double>(kMany, 0.0));
  EXPECT_EQ(paired_randomization(Mean(), baseline, rows(system), {.samples = kSamples, .seed = 1}),
            (greater + 1.0) / (kSamples + 1));
}

}  // namespace
}  // namespace tfm
