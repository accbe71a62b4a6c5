// Which checkpoints of a run stay, and which is which.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "checkpoint/training_state.h"

namespace tfm {

// The newest whose state can be read and `is_wanted`; nothing where there is none.
std::optional<std::filesystem::path> newest_checkpoint(
    const std::filesystem::path& run_folder, const std::function<bool(const TrainingState& state)>& is_wanted);

// Checkpoints that were saved right after a validation, the best first; of equal ones the older first.
struct ValidatedCheckpoint {
  std::filesystem::path path;
  int64_t step = 0;
  double score = 0.0;  // larger is better
};
std::vector<ValidatedCheckpoint> validated_checkpoints(const std::filesystem::path& run_folder);

// Whether the validation that `state` has just had belongs to the `count` best of those that have a checkpoint.
bool is_among_best(const std::filesystem::path& run_folder, const TrainingState& state, int64_t count);

// Of `newest`, which was just saved, and those before it, removes all but the newest `keep_newest` and the best
// `keep_best`. Those after it, which a run passed over because they are damaged, count for nothing: it comes to replace
// them. One that can't be removed stays, with a warning.
void remove_old_checkpoints(const std::filesystem::path& newest, int64_t keep_newest, int64_t keep_best);

// Removes those of a later step.
void remove_checkpoints_after(const std::filesystem::path& run_folder, int64_t step);

}  // namespace tfm
