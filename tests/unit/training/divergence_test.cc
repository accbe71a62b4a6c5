#include "training/divergence.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

void note(LossRecord& record, int64_t updates, double loss) {
  for (int64_t i = 0; i < updates; ++i) note_loss(record, loss);
}

TEST(HasRunAway, SeesALossThatRisesAndStays) {
  LossRecord record;
  note(record, 100, 9.0);
  note(record, 300, 3.0);
  EXPECT_NEAR(record.lowest, 3.0, 1e-5);
  note(record, 5, 9.0);  // some bad batches are no divergence
  EXPECT_FALSE(has_run_away(record, 3.0));
  note(record, 20, 9.0);
  EXPECT_TRUE(has_run_away(record, 3.0));
  EXPECT_FALSE(has_run_away(record, 0.0));  // may rise as it likes
}

// Losses differ much from batch to batch in the beginning.
TEST(HasRunAway, NeverAtTheBeginning) {
  LossRecord record;
  note(record, 1, 0.1);
  note(record, kAveragedLosses - 1, 50.0);
  EXPECT_FALSE(has_run_away(record, 3.0));
}

TEST(IsGood, IsNoStateInWhichItWentWrongAlready) {
  const DivergenceConfig config;
  TrainingState state;
  note(state.loss, 100, 3.0);
  EXPECT_TRUE(is_good(state, config));
  state.skipped_in_a_row = 1;
  EXPECT_FALSE(is_good(state, config));
  state.skipped_in_a_row = 0;
  note(state.loss, 20, 6.0);
  EXPECT_FALSE(has_run_away(state.loss, config.max_loss_rise));
  EXPECT_FALSE(is_good(state, config));
}

TEST(IsGood, IsNoStateRightAfterAJump) {
  const DivergenceConfig config;
  TrainingState state;
  note(state.loss, 100, 3.0);
  note(state.loss, 1, 9.0);
  EXPECT_FALSE(has_run_away(state.loss, config.max_loss_rise));
  EXPECT_FALSE(is_good(state, config));
}

}  // namespace
}  // namespace tfm
