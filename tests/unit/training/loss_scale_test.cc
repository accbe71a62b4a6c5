#include "training/loss_scale.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(LossScale, FallsAtAFailureAndRisesAfterManySuccesses) {
  TrainingState state;
  state.loss_scale = 8.0;
  EXPECT_TRUE(lower_loss_scale(state));
  EXPECT_EQ(state.loss_scale, 4.0);
  for (int64_t i = 0; i < kUpdatesUntilLargerScale - 1; ++i) note_finite_gradient(state);
  EXPECT_EQ(state.loss_scale, 4.0);
  note_finite_gradient(state);
  EXPECT_EQ(state.loss_scale, 8.0);
  EXPECT_EQ(state.updates_at_scale, 0);
}

TEST(LossScale, AFailureAtTheLeastScaleHasAnotherCause) {
  TrainingState state;
  state.loss_scale = kLeastLossScale;
  EXPECT_FALSE(lower_loss_scale(state));
  EXPECT_EQ(state.loss_scale, kLeastLossScale);
}

}  // namespace
}  // namespace tfm
