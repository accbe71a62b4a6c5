// When a run has come to its end.
#pragma once

#include <optional>
#include <string>

#include "checkpoint/training_state.h"
#include "config/config.h"

namespace tfm {

// Why training ends at this state, such as "max_steps (3000) reached"; nothing while it goes on. A function of the
// state, so that a run that has ended stays so when it is started again.
std::optional<std::string> why_finished(const TrainingState& state, const TrainingConfig& config);

// How much of the run is done, from 0 to 1, by the limit that comes first.
double share_done(const TrainingState& state, const TrainingConfig& config);

}  // namespace tfm
