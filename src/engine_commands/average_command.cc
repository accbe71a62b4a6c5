#include <memory>

#include "checkpoint/average.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/retention.h"
#include "commands/common_options.h"
#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "engine_commands/engine_commands.h"
#include "text/tokenizer.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

struct AverageOptions {
  CommonOptions common;
  std::string run;
  int64_t last = 0, best = 0;
  std::string output;
};

std::vector<fs::path> newest(const fs::path& run, int64_t count) {
  auto all = list_checkpoints(run);
  if (std::ssize(all) < count) {
    throw UserError(concat("--last ", count, ": ", run.string(), " has ", all.size(),
                           " checkpoints; /training/keep_checkpoints says how many stay"));
  }
  return {all.end() - count, all.end()};
}

std::vector<fs::path> best(const fs::path& run, int64_t count) {
  const auto all = validated_checkpoints(run);
  if (std::ssize(all) < count) {
    throw UserError(concat("--best ", count, ": ", run.string(), " has ", all.size(),
                           " checkpoints that were validated; /training/keep_best says how many of the best stay"));
  }
  std::vector<fs::path> paths;
  for (int64_t i = 0; i < count; ++i) paths.push_back(all[static_cast<std::size_t>(i)].path);
  return paths;
}

void run(const AverageOptions& options) {
  apply(options.common);
  const fs::path folder = options.run;
  if (list_checkpoints(folder).empty()) {
    throw UserError(concat("--model ", folder.string(), " has no checkpoints; it must be a run folder"));
  }
  check_new_folder("--output", options.output);
  const auto checkpoints = options.last > 0 ? newest(folder, options.last) : best(folder, options.best);
  const auto tokenizers = Tokenizers::load(folder / "tokenizer");
  const auto weights = average_checkpoints(checkpoints, tokenizers.fingerprint());
  save_model_folder(options.output, weights, load_config(folder / "config.json"), tokenizers.fingerprint(),
                    [&](const fs::path& to) { tokenizers.save(to); });
  std::string names;
  for (const auto& path : checkpoints) names += concat(names.empty() ? "" : ", ", path.filename().string());
  log::info(concat("averaged ", names, ": ", options.output));
}

}  // namespace

void add_average_command(CLI::App& program, int&) {
  auto options = std::make_shared<AverageOptions>();
  auto* command = program.add_subcommand("average", "Averages checkpoints of a run into a model folder");
  command->add_option("--model", options->run, "The run folder")->required();
  auto* which = command->add_option_group("which checkpoints");
  which->add_option("--last", options->last, "The newest N")->check(CLI::Range(1, 100000));
  which->add_option("--best", options->best, "The N with the best validations")->check(CLI::Range(1, 100000));
  which->require_option(1);
  command->add_option("--output", options->output, "The model folder to write")->required();
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
