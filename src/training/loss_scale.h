// float16 has no room for small gradients: the loss is scaled up before the backward pass, by as much as the largest
// gradients allow (Micikevicius et al. 2018, arXiv:1710.03740, section 3.2).
#pragma once

#include "checkpoint/training_state.h"

namespace tfm {

inline constexpr double kFirstLossScale = 65536.0;
inline constexpr double kLeastLossScale = 1.0;
inline constexpr int64_t kUpdatesUntilLargerScale = 2000;

// An update went well: after enough of them the scale doubles.
inline void note_finite_gradient(TrainingState& state) {
  if (++state.updates_at_scale < kUpdatesUntilLargerScale) return;
  state.loss_scale *= 2.0;
  state.updates_at_scale = 0;
}

// A gradient was not finite: the scale is halved. False where it can't be, so that the cause must be another one.
inline bool lower_loss_scale(TrainingState& state) {
  if (state.loss_scale <= kLeastLossScale) return false;
  state.loss_scale /= 2.0;
  state.updates_at_scale = 0;
  return true;
}

}  // namespace tfm
