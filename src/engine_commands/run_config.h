// The config of a run, as the command line gives it.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "config/config.h"

namespace tfm {

struct RunConfigOptions {
  std::string file;
  std::vector<std::string> overrides;
  std::string output;
};
void add_run_config_options(CLI::App& app, RunConfigOptions& options);
// --output takes the place of output.directory, relative to the working folder.
Config load_run_config(const RunConfigOptions& options);

}  // namespace tfm
