#include "engine_commands/run_config.h"

namespace tfm {

void add_run_config_options(CLI::App& app, RunConfigOptions& options) {
  app.add_option("--config", options.file, "The config file (JSON; see tfm config describe)")->required();
  app.add_option("--set", options.overrides, "/pointer=json: takes the place of the file's value, as /training/seed=7")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--output", options.output, "The run folder, instead of the config's output.directory");
}

Config load_run_config(const RunConfigOptions& options) {
  auto config = load_config(options.file, options.overrides);
  if (!options.output.empty()) config.output.directory = std::filesystem::absolute(options.output).lexically_normal();
  return config;
}

}  // namespace tfm
