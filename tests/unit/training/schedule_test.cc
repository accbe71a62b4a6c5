#include "training/schedule.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tfm {
namespace {

TrainingConfig schedule_settings(Schedule kind, int64_t warmup_steps) {
  TrainingConfig config;
  config.schedule = kind;
  config.learning_rate = 0.001;
  config.warmup_steps = warmup_steps;
  config.max_steps = 2000;
  return config;
}

constexpr Schedule kSchedules[] = {Schedule::kInverseSquareRoot, Schedule::kLinear, Schedule::kCosine,
                                   Schedule::kConstant};

TEST(LearningRateSchedule, RisesInALineToThePeak) {
  for (const auto kind : kSchedules) {
    const LearningRateSchedule schedule(schedule_settings(kind, 400));
    EXPECT_DOUBLE_EQ(schedule.rate(1), 0.001 / 400);
    EXPECT_DOUBLE_EQ(schedule.rate(200), 0.0005);
    EXPECT_DOUBLE_EQ(schedule.rate(400), 0.001);
  }
}

TEST(LearningRateSchedule, WithoutWarmUpBeginsAtThePeak) {
  for (const auto kind : kSchedules) {
    for (const int64_t warmup : {0, 1})
      EXPECT_DOUBLE_EQ(LearningRateSchedule(schedule_settings(kind, warmup)).rate(1), 0.001);
  }
}

TEST(LearningRateSchedule, FallsWithTheInverseSquareRootOfTheStep) {
  const LearningRateSchedule schedule(schedule_settings(Schedule::kInverseSquareRoot, 400));
  EXPECT_DOUBLE_EQ(schedule.rate(800), 0.001 / std::numbers::sqrt2);
  EXPECT_DOUBLE_EQ(schedule.rate(1600), 0.0005);
  EXPECT_DOUBLE_EQ(LearningRateSchedule(schedule_settings(Schedule::kInverseSquareRoot, 0)).rate(4), 0.0005);
}

TEST(LearningRateSchedule, FallsInALineUntilMaxSteps) {
  const LearningRateSchedule schedule(schedule_settings(Schedule::kLinear, 400));
  EXPECT_DOUBLE_EQ(schedule.rate(800), 0.00075);
  EXPECT_DOUBLE_EQ(schedule.rate(1200), 0.0005);
  EXPECT_EQ(schedule.rate(2000), 0.0);
  EXPECT_EQ(schedule.rate(2001), 0.0);
}

TEST(LearningRateSchedule, FallsInHalfACosineUntilMaxSteps) {
  const LearningRateSchedule schedule(schedule_settings(Schedule::kCosine, 400));
  EXPECT_DOUBLE_EQ(schedule.rate(800), 0.001 * (2 + std::numbers::sqrt2) / 4);
  EXPECT_DOUBLE_EQ(schedule.rate(1200), 0.0005);
  EXPECT_EQ(schedule.rate(2000), 0.0);
  EXPECT_EQ(schedule.rate(2001), 0.0);
}

TEST(LearningRateSchedule, EndsAtDecayStepsAndTheFinalRate) {
  for (const auto kind : {Schedule::kLinear, Schedule::kCosine}) {
    auto config = schedule_settings(kind, 400);
    config.decay_steps = 1200;
    config.final_learning_rate = 0.0002;
    const LearningRateSchedule schedule(config);
    EXPECT_DOUBLE_EQ(schedule.rate(400), 0.001);
    EXPECT_DOUBLE_EQ(schedule.rate(800), 0.0006);
    EXPECT_GT(schedule.rate(1199), 0.0002);
    EXPECT_EQ(schedule.rate(1200), 0.0002);
    EXPECT_EQ(schedule.rate(2000), 0.0002);
  }
}

TEST(LearningRateSchedule, StaysWhereItIsConstant) {
  const LearningRateSchedule schedule(schedule_settings(Schedule::kConstant, 400));
  EXPECT_EQ(schedule.rate(800), 0.001);
  EXPECT_EQ(schedule.rate(1'000'000'000), 0.001);
}

// A run of one update, and one that only warms up.
TEST(LearningRateSchedule, IsDefinedForTheShortestRuns) {
  auto config = schedule_settings(Schedule::kCosine, 0);
  config.max_steps = 1;
  EXPECT_EQ(LearningRateSchedule(config).rate(1), 0.001);
  config = schedule_settings(Schedule::kConstant, 400);
  config.max_steps = 10;
  EXPECT_DOUBLE_EQ(LearningRateSchedule(config).rate(10), 0.001 / 40);
}

}  // namespace
}  // namespace tfm
