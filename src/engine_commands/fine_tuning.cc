#include "engine_commands/fine_tuning.h"

#include <algorithm>

#include "checkpoint/checkpoint.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "training/frozen_parameters.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStartingModelKey = "/training/fine_tuning/model";

// A run begins with the newest checkpoint, and no other folder, where it takes the optimizer's memory too.
fs::path starting_checkpoint(const fs::path& path) {
  if (fs::exists(path / "state.json")) return path;
  const auto checkpoints = list_checkpoints(path);
  if (!checkpoints.empty()) return checkpoints.back();
  throw UserError(concat(path.string(), " has no checkpoint, which holds the optimizer's memory; give ",
                         kStartingModelKey,
                         " a run or a checkpoint folder, or set /training/fine_tuning/optimizer to \"reset\""));
}

bool keeps_optimizer(const FineTuningConfig& fine_tuning) {
  return fine_tuning.model && fine_tuning.optimizer == StartingOptimizer::kKeep;
}

ModelFiles starting_files(const FineTuningConfig& fine_tuning) {
  try {
    return find_model(keeps_optimizer(fine_tuning) ? starting_checkpoint(*fine_tuning.model) : *fine_tuning.model);
  } catch (const UserError& problem) {
    throw UserError(concat(kStartingModelKey, ": ", problem.what()));
  }
}

// The vocabulary is the model's: what the config says of another one would be passed over in silence.
void check_vocabulary_keys(const Config& base, const Config& config) {
  Config untouched = config;
  untouched.tokenizer = {};
  const auto unlike_base = compare_configs(base, config);
  std::string idle;
  for (const auto& change : compare_configs(untouched, config)) {
    if (change.pointer == "/tokenizer/sampling") continue;
    const bool differs = std::ranges::any_of(unlike_base, [&](const auto& c) { return c.pointer == change.pointer; });
    if (differs) idle += concat("\n  ", change.pointer, ": ", change.after);
  }
  if (idle.empty()) return;
  throw UserError(concat("fine-tuning takes the vocabulary of ", kStartingModelKey,
                         ", which leaves these without effect:", idle, "\nleave them out of the config"));
}

void check_same_vocabulary(const TokenizerConfig& given, const ModelFiles& files) {
  const auto same = [](const fs::path& one, const fs::path& other) {
    return fs::exists(other) && read_file(one) == read_file(other);
  };
  const auto& source = *given.source_model;
  const bool is_same = same(source, files.tokenizer / "shared.model") ||
                       (same(source, files.tokenizer / "source.model") && given.target_model &&
                        same(*given.target_model, files.tokenizer / "target.model"));
  if (is_same) return;
  throw UserError(concat("/tokenizer/source_model: ", source.string(), " is another vocabulary than that of ",
                         kStartingModelKey, " (", files.tokenizer.string(),
                         "); leave it out, and the model's is taken"));
}

// With a vocabulary of no matter: the parts' names don't depend on it.
void check_frozen_parts(const Config& config) {
  if (config.training.fine_tuning.frozen.empty()) return;
  constexpr int64_t kAnySize = 8;
  Transformer model(config.model,
                    Vocabulary{.source_size = kAnySize, .target_size = kAnySize, .shared = config.tokenizer.shared});
  freeze(model, config.training.fine_tuning.frozen);
}

void check_same_model(const Config& base, const Config& config, const fs::path& base_config) {
  std::string differences;
  for (const auto& change : compare_models(base.model, config.model)) {
    differences += concat("\n  ", change.pointer, ": ", change.before, " there, ", change.after, " here");
  }
  if (differences.empty()) return;
  throw UserError(concat(kStartingModelKey, ": the model in ", base_config.string(), " is another than this config's:",
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
  check_model_section(files, base.model);
  check_same_model(base, config, files.config);
  if (keeps_optimizer(fine_tuning)) check_same_optimizer(base, config);
  if (config.tokenizer.source_model) {
    check_same_vocabulary(config.tokenizer, files);
  } else {
    check_vocabulary_keys(base, config);
    const double sampling = config.tokenizer.sampling;
    config.tokenizer = with_models_in(files.tokenizer, base.tokenizer);
    config.tokenizer.sampling = sampling;
  }
  check_frozen_parts(config);
  return config;
}

void check_starting_model_stays(const Config& config) {
  if (!config.training.fine_tuning.model) return;
  const auto model = fs::weakly_canonical(*config.training.fine_tuning.model);
  const auto run = fs::weakly_canonical(config.output.directory);
  if (std::ranges::mismatch(run, model).in1 != run.end()) return;
  throw UserError(concat(kStartingModelKey, ": ", model.string(),
                         " lies in the run that --fresh moves aside; choose another ",
                         "--output, or move the model first"));
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
