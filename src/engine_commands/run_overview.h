// What a run folder, or one checkpoint of it, says about the training.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/training_state.h"
#include "config/config.h"
#include "report/corpus_figures.h"
#include "report/run_history.h"

namespace tfm {

struct CheckpointOverview {
  std::filesystem::path folder;
  int64_t bytes = 0;
  std::optional<TrainingState> state;  // nothing where it is damaged
  std::string problem;                 // then, the reason
};

struct RunOverview {
  std::filesystem::path folder;
  Config config;
  std::string state;  // "running", "finished", "stopped", "diverged"
  report::RunHistory history;
  std::vector<CheckpointOverview> checkpoints;  // oldest first
  std::optional<report::DataFigures> data;

  // How far it has come, by its log or its newest checkpoint, whichever is further: a log may have been lost, or have
  // had no line yet.
  int64_t step() const;
  int64_t tokens() const;
  double seconds() const;
};

// Whether something has been trained in the folder, or is about to be.
bool is_run_folder(const std::filesystem::path& path);

// Reads all of the checkpoint and verifies every checksum in it.
CheckpointOverview overview_of_checkpoint(const std::filesystem::path& folder);
// The same of each checkpoint of a run. UserError where its config can't be read.
RunOverview overview_of_run(const std::filesystem::path& folder);

std::string overview_text(const RunOverview& run);
std::string overview_text(const CheckpointOverview& checkpoint);
nlohmann::ordered_json overview_json(const RunOverview& run);
nlohmann::ordered_json overview_json(const CheckpointOverview& checkpoint);

// "NAME      VALUE", the value with room for figures at the right.
std::string overview_row(const std::string& name, const std::string& value);

}  // namespace tfm
