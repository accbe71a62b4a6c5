// RUN/checkpoints/step-00000500: everything that a run goes on from, in one self-contained folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"
#include "checkpoint/training_state.h"
#include "config/config.h"

namespace tfm {

struct Checkpoint {
  NamedTensors weights;
  NamedTensors optimizer;
  TrainingState state;
  std::string tokenizer_fingerprint;  // of the vocabularies that the weights belong to
  ModelConfig model = {};
};

struct LoadedCheckpoint {
  std::map<std::string, at::Tensor> weights;
  std::map<std::string, at::Tensor> optimizer;
  TrainingState state;
};

// The folder appears when it is complete: model.safetensors, optimizer.safetensors, state.json with a format version
// and the checksums of each file and of itself. Returns its path. UserError (kFailed), with the room it needs, when it
// can't be written; an older one of that step is untouched then.
std::filesystem::path save_checkpoint(const std::filesystem::path& run_folder, const Checkpoint& checkpoint);

// Reads and verifies it. UserError with the reason when a file is missing, cut off, damaged or of another format
// version, or when the weights belong to other vocabularies.
LoadedCheckpoint load_checkpoint(const std::filesystem::path& folder, const std::string& tokenizer_fingerprint);

// The state alone, without looking at the other files. UserError as load_checkpoint.
TrainingState read_checkpoint_state(const std::filesystem::path& folder);

}  // namespace tfm
