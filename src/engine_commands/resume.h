// How a run goes on in a folder that holds one already.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "config/config.h"
#include "training/trainer.h"

namespace tfm {

bool has_checkpoints(const std::filesystem::path& run_folder);

// Compares with the config that the run in the folder was begun with. UserError that names each key that differs and
// may not, with both values; a message names those that may. max_steps may, but not where the learning rate's schedule
// ends there: the updates so far would have had other rates.
void check_resumable(const Config& config, const std::filesystem::path& run_folder);

// What "precision": "auto" has come to in the run in the folder: one that has checkpoints, or was stopped before its
// first and began with this config. Nothing where there is none.
std::optional<Precision> settled_precision(const Config& config, const std::filesystem::path& run_folder);

// From the newest checkpoint that is whole; a damaged one is passed over with a warning. UserError when all are
// damaged.
void resume_newest(Trainer& trainer, const std::filesystem::path& run_folder, const std::string& tokenizer_fingerprint);

// The one that resume_newest would take; nothing where none is whole.
std::optional<std::filesystem::path> newest_whole_checkpoint(const std::filesystem::path& run_folder,
                                                             const std::string& tokenizer_fingerprint);

// Where --fresh puts an older run: RUN -> RUN.old-1, -2, ...; nothing is destroyed.
class OldRun {
 public:
  // Moves it. Nothing happens where the folder is missing or empty. UserError for a folder that holds something else
  // than a run of tfm, and for a run that is in use.
  explicit OldRun(const std::filesystem::path& run_folder);

  // Back to where it was, in place of a new run that came to nothing: one without a checkpoint.
  void put_back() const;

 private:
  std::filesystem::path place_;
  std::optional<std::filesystem::path> aside_;
};

}  // namespace tfm
