#include "engine_commands/resume.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ranges>

#include "checkpoint/checkpoint.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "core/system_files.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// What has no part in the weights that the updates so far have made.
// Paths may change since the files' contents may not: prepare_data sees to that.
constexpr std::array kMayChange{"/tokenizer/source_model",
                                "/tokenizer/target_model",
                                "/training/max_steps",
                                "/training/max_epochs",
                                "/training/max_tokens",
                                "/training/max_hours",
                                "/training/divergence",
                                "/training/validate_every",
                                "/training/patience",
                                "/training/patience_threshold",
                                "/training/save_every",
                                "/training/keep_checkpoints",
                                "/training/keep_best",
                                "/training/log_every",
                                "/data/valid",
                                "/data/test",
                                "/decoding",
                                "/evaluation",
                                "/output"};

// /data/train/0/source and its like.
bool names_training_file(const std::string& pointer) {
  return pointer.starts_with("/data/train/") && (pointer.ends_with("/source") || pointer.ends_with("/target") ||
                                                 pointer.ends_with("/file") || pointer.ends_with("/alignment"));
}

bool may_change(const std::string& pointer) {
  if (names_training_file(pointer)) return true;
  return std::ranges::any_of(
      kMayChange, [&](const std::string& prefix) { return pointer == prefix || pointer.starts_with(prefix + "/"); });
}

// What any start of training or preparing leaves behind soon.
bool is_run(const fs::path& folder) {
  return std::ranges::any_of(std::array{"config.json", "log.jsonl", "checkpoints", "tokenizer", "data", ".lock"},
                             [&](const char* name) { return fs::exists(folder / name); });
}

// With decay_steps said where it follows from max_steps: what counts is the schedule that the updates so far had.
Config with_end_of_decay(Config config) {
  config.training.decay_steps = end_of_decay(config.training);
  return config;
}

// Which keys of the run's config another one changes. A precision that is left to tfm is the run's.
std::vector<ConfigDifference> changes(const Config& before, Config after) {
  if (after.training.precision == Precision::kAuto) after.training.precision = before.training.precision;
  return compare_configs(with_end_of_decay(before), with_end_of_decay(after));
}

// Another max_steps alone bends a schedule that ends there. What can be done instead.
std::string advice_on_decay(const TrainingConfig& before, const TrainingConfig& after) {
  const auto was = end_of_decay(before), is = end_of_decay(after);
  if (!was || !is || *was == *is || after.decay_steps) return "";
  if (*is > *was && after.final_learning_rate == 0.0) {
    return concat("\nthis run's learning rate falls to 0 at ", *was, " updates: it can't go on after them");
  }
  return concat("\nthe learning rate falls until max_steps where decay_steps is null; with /training/decay_steps ",
                *was, " max_steps may change");
}

}  // namespace

bool has_checkpoints(const fs::path& run_folder) { return !list_checkpoints(run_folder).empty(); }

void check_resumable(const Config& config, const fs::path& run_folder) {
  if (!has_checkpoints(run_folder)) {
    if (fs::exists(run_folder / "best")) {
      log::warning(concat(run_folder.string(), " has a best model but no checkpoint to go on from: training begins at ",
                          "update 0, and the model will be replaced"));
    }
    return;
  }
  const auto before = load_config(run_folder / "config.json");
  std::string allowed, refused;
  for (const auto& change : changes(before, config)) {
    auto& list = may_change(change.pointer) ? allowed : refused;
    list += concat("\n  ", change.pointer, ": ", change.before, " -> ", change.after);
  }
  if (!refused.empty()) {
    throw UserError(
        concat(run_folder.string(), " holds a run with another config:", refused,
               advice_on_decay(before.training, config.training),
               "\nput the old values back to go on with it, or begin anew with --fresh or another --output"));
  }
  if (!allowed.empty()) log::info(concat("going on with changed settings:", allowed));
}

std::optional<Precision> settled_precision(const Config& config, const fs::path& run_folder) {
  if (!fs::exists(run_folder / "config.json")) return std::nullopt;
  const auto before = load_config(run_folder / "config.json");
  const bool same_run = has_checkpoints(run_folder) ||
                        std::ranges::all_of(changes(before, config), may_change, &ConfigDifference::pointer);
  if (!same_run || before.training.precision == Precision::kAuto) return std::nullopt;
  return before.training.precision;
}

namespace {

// The newest checkpoint that is whole and that `use` takes; `tell` is told why each newer one is not.
std::optional<fs::path> newest_usable(const fs::path& run_folder, const std::string& tokenizer_fingerprint,
                                      const std::function<void(const fs::path&, const LoadedCheckpoint&)>& use,
                                      const std::function<void(const UserError&)>& tell) {
  const auto checkpoints = list_checkpoints(run_folder);
  for (const auto& path : checkpoints | std::views::reverse) {
    try {
      use(path, load_checkpoint(path, tokenizer_fingerprint));
      return path;
    } catch (const UserError& damage) {
      tell(damage);
    }
  }
  return std::nullopt;
}

}  // namespace

void resume_newest(Trainer& trainer, const fs::path& run_folder, const std::string& tokenizer_fingerprint) {
  const auto resumed = newest_usable(
      run_folder, tokenizer_fingerprint,
      [&](const fs::path& path, const LoadedCheckpoint& checkpoint) {
        trainer.resume(checkpoint, (path / "model.safetensors").string());
      },
      [](const UserError& damage) { log::warning(concat("passing over a checkpoint: ", damage.what())); });
  if (resumed) return log::info(concat("going on from ", resumed->string()));
  throw UserError(concat("no checkpoint in ", (run_folder / "checkpoints").string(),
                         " can be used (reasons above); begin anew with --fresh"));
}

std::optional<fs::path> newest_whole_checkpoint(const fs::path& run_folder, const std::string& tokenizer_fingerprint) {
  const auto loading_suffices = [](const fs::path&, const LoadedCheckpoint&) {};
  const auto told_elsewhere = [](const UserError&) {};  // that it is damaged was told, or will be
  return newest_usable(run_folder, tokenizer_fingerprint, loading_suffices, told_elsewhere);
}

OldRun::OldRun(const fs::path& run_folder) : place_(run_folder.has_filename() ? run_folder : run_folder.parent_path()) {
  if (!fs::exists(place_) || fs::is_empty(place_)) return;
  if (!is_run(place_)) {
    throw UserError(
        concat(place_.string(), " is no run of tfm: --fresh moves only those aside; choose another --output"));
  }
  { const FolderLock nobody_writes(place_); }
  fs::path aside;
  for (int number = 1; aside.empty() || fs::exists(aside); ++number) aside = concat(place_.string(), ".old-", number);
  rename_or_fail(place_, aside);
  aside_ = aside;
  log::info(concat("the older run is now ", aside.string()));
}

void OldRun::put_back() const {
  if (!aside_ || has_checkpoints(place_)) return;
  if (fs::exists(place_)) remove_folder(place_);
  rename_or_fail(*aside_, place_);
  log::info(concat("the older run is in its place again: ", place_.string()));
}

}  // namespace tfm
