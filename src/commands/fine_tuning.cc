#include "commands/fine_tuning.h"

#include "checkpoint/checkpoint.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModelKey = "/training/fine_tuning/model";

// A run begins with the newest checkpoint, and no other folder, where it takes the optimizer's memory too.
fs::path starting_checkpoint(const fs::path& path) {
  if (fs::exists(path / "state.json")) return path;
  const auto checkpoints = list_checkpoints(path);
  if (!checkpoints.empty()) return checkpoints.back();
  throw UserError(concat(path.string(), " has no checkpoint, which holds the optimizer's memory; give ", kModelKey,
                         " a run or a checkpoint folder, or set /training/fine_tuning/optimizer to \"reset\""));
}

bool keeps_optimizer(const FineTuningConfig& fine_tuning) {
  return fine_tuning.model && fine_tuning.optimizer == StartingOptimizer::kKeep;
}

ModelFiles starting_files(const FineTuningConfig& fine_tuning) {
  return find_model(keeps_optimizer(fine_tuning) ? starting_checkpoint(*fine_tuning.model) : *fine_tuning.model);
}

void check_same_model(const Config& base, const Config& config, const fs::path& base_config) {
  std::string differences;
  for (const auto& change : compare_configs(base, config)) {
    if (!change.pointer.starts_with("/model/") || change.pointer.ends_with("dropout")) continue;
    if (change.pointer == "/model/preset") continue;  // what it stands for is compared
    differences += concat("\n  ", change.pointer, ": ", change.before, " there, ", change.after, " here");
  }
  if (differences.empty()) return;
  throw UserError(concat(kModelKey, ": the model in ", base_config.string(), " is another than this config's:",
                         differences, "\ncopy its section \"model\" into the config; dropout alone may differ"));
}

void check_same_optimizer(const Config& base, const Config& config) {
  for (const auto& change : compare_configs(base, config)) {
    if (change.pointer != "/training/optimizer" && change.pointer != "/training/momentum") continue;
    throw UserError(concat("/training/fine_tuning/optimizer: \"keep\" needs the starting model's ", change.pointer,
                           ", which is ", change.before, "; here it is ", change.after));
  }
}

TokenizerConfig with_models_in(const fs::path& folder, TokenizerConfig tokenizer) {
  tokenizer.source_model = folder / (tokenizer.shared ? "shared.model" : "source.model");
  tokenizer.target_model = tokenizer.shared ? std::nullopt : std::optional(folder / "target.model");
  return tokenizer;
}

// As the run's config has it, but for the models of a folder that is there no more: the run has copies.
TokenizerConfig vocabulary_of_run(const fs::path& run) {
  const auto tokenizer = load_config(run / "config.json").tokenizer;
  const bool is_there = tokenizer.source_model && fs::exists(*tokenizer.source_model);
  return is_there ? tokenizer : with_models_in(run / "tokenizer", tokenizer);
}

}  // namespace

Config with_starting_model(Config config, bool goes_on) {
  const auto& fine_tuning = config.training.fine_tuning;
  if (!fine_tuning.model) return config;
  if (goes_on) {
    if (!config.tokenizer.source_model) config.tokenizer = vocabulary_of_run(config.output.directory);
    return config;
  }
  const auto files = starting_files(fine_tuning);
  const auto base = load_config(files.config);
  check_same_model(base, config, files.config);
  if (keeps_optimizer(fine_tuning)) check_same_optimizer(base, config);
  if (!config.tokenizer.source_model) config.tokenizer = with_models_in(files.tokenizer, base.tokenizer);
  return config;
}

void load_starting_weights(const Config& config, Transformer& model, const std::string& tokenizer_fingerprint) {
  const auto& fine_tuning = config.training.fine_tuning;
  if (!fine_tuning.model) return;
  const auto file = starting_files(fine_tuning).weights;
  assign_weights(*model, load_weights(file, tokenizer_fingerprint), file.string());
  log::info(concat("starting with the weights of ", file.string()));
}

void keep_starting_optimizer(const Config& config, Trainer& trainer, const std::string& tokenizer_fingerprint) {
  const auto& fine_tuning = config.training.fine_tuning;
  if (!keeps_optimizer(fine_tuning)) return;
  const auto folder = starting_checkpoint(*fine_tuning.model);
  const auto checkpoint = load_checkpoint(folder, tokenizer_fingerprint);
  trainer.begin_with_optimizer(checkpoint.optimizer, checkpoint.state.optimizer_updates);
  log::info(concat("the optimizer goes on from ", folder.string()));
}

}  // namespace tfm
