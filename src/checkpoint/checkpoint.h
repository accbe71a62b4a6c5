// RUN/checkpoints/step-00000500: everything that a run goes on from, in one self-contained folder.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"
#include "checkpoint/training_state.h"

namespace tfm {

struct Checkpoint {
  NamedTensors weights;
  NamedTensors optimizer;
  TrainingState state;
  std::string tokenizer_fingerprint;  // of the vocabularies that the weights belong to
};

struct LoadedCheckpoint {
  std::map<std::string, at::Tensor> weights;
  std::map<std::string, at::Tensor> optimizer;
  TrainingState state;
};

// The folder appears when it is complete: model.safetensors, optimizer.safetensors, state.json with a format version
// and each file's checksum. Returns its path. UserError (kFailed) when it can't be written.
std::filesystem::path save_checkpoint(const std::filesystem::path& run_folder, const Checkpoint& checkpoint);

// Reads and verifies it. UserError with the reason when a file is missing, cut off, damaged or of another format
// version, or when the weights belong to other vocabularies.
LoadedCheckpoint load_checkpoint(const std::filesystem::path& folder, const std::string& tokenizer_fingerprint);

// All checkpoint folders of a run, oldest first.
std::vector<std::filesystem::path> list_checkpoints(const std::filesystem::path& run_folder);

// The state alone, without looking at the other files. UserError as load_checkpoint.
TrainingState read_checkpoint_state(const std::filesystem::path& folder);

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

// Removes all but the newest `keep_newest` and the best `keep_best`.
void remove_old_checkpoints(const std::filesystem::path& run_folder, int64_t keep_newest, int64_t keep_best);
// Removes those of a later step.
void remove_checkpoints_after(const std::filesystem::path& run_folder, int64_t step);

}  // namespace tfm
