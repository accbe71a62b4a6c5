#include "training/finish.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TrainingState state_of_step(int64_t step) {
  TrainingState state;
  state.step = step;
  return state;
}

TEST(WhyFinished, NamesTheLimitThatWasReached) {
  TrainingConfig config;
  config.max_steps = 100;
  auto state = state_of_step(99);
  EXPECT_FALSE(why_finished(state, config));
  EXPECT_EQ(why_finished(state_of_step(100), config), "max_steps reached");
  config.max_epochs = 3;
  state.epoch = 2;
  EXPECT_FALSE(why_finished(state, config));
  state.epoch = 3;  // three are done: the next batch is one of a fourth
  EXPECT_EQ(why_finished(state, config), "max_epochs reached");
  state.epoch = 0;
  config.max_tokens = 5000;
  state.target_tokens = 4999;
  EXPECT_FALSE(why_finished(state, config));
  state.target_tokens = 5000;
  EXPECT_EQ(why_finished(state, config), "max_tokens reached");
  state.target_tokens = 0;
  config.max_hours = 0.5;
  state.seconds = 1799.0;
  EXPECT_FALSE(why_finished(state, config));
  state.seconds = 1800.0;
  EXPECT_EQ(why_finished(state, config), "max_hours reached");
}

TEST(WhyFinished, PatienceEndsAfterSoManyValidationsWithoutAGain) {
  TrainingConfig config;
  auto state = state_of_step(10);
  state.validation.without_gain = 3;
  EXPECT_FALSE(why_finished(state, config));
  config.patience = 4;
  EXPECT_FALSE(why_finished(state, config));
  config.patience = 3;
  EXPECT_EQ(why_finished(state, config), "no gain in 3 validations (patience)");
}

TEST(ShareDone, IsThatOfTheLimitThatComesFirst) {
  TrainingConfig config;
  config.max_steps = 100;
  EXPECT_DOUBLE_EQ(share_done(state_of_step(25), config), 0.25);
  config.max_epochs = 2;
  auto state = state_of_step(25);
  state.epoch = 1;
  EXPECT_DOUBLE_EQ(share_done(state, config), 0.5);
}

}  // namespace
}  // namespace tfm
