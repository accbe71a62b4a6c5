// When the loss has run away.
#pragma once

#include "checkpoint/training_state.h"
#include "config/config.h"

namespace tfm {

inline constexpr int64_t kAveragedLosses = 20;  // the length, in updates, of the moving average

// Takes an update's loss per token into the average: with weight 1 / kAveragedLosses, more in the first updates.
void note_loss(LossRecord& record, double loss);

// Whether the average has risen over its lowest by more than `max_rise`, 0 = may rise as it likes. Never within the
// first kAveragedLosses updates.
bool has_run_away(const LossRecord& record, double max_rise);

// Whether a checkpoint with this state is worth going back to: the loss had not begun to run away, nor gradients to
// fail.
bool is_good(const TrainingState& state, const DivergenceConfig& config);

}  // namespace tfm
