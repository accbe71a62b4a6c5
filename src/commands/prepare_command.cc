#include <memory>

#include "commands/commands.h"
#include "commands/common_options.h"
#include "commands/resume.h"
#include "commands/run_config.h"
#include "core/files.h"
#include "data/prepare.h"

namespace tfm {

void add_prepare_command(CLI::App& program, int&) {
  struct Options {
    CommonOptions common;
    RunConfigOptions config;
  };
  auto options = std::make_shared<Options>();
  auto* command = program.add_subcommand(
      "prepare", "Reads, cleans and reports on the corpora, learns the vocabulary and encodes the corpus");
  add_common_options(*command, options->common);
  add_run_config_options(*command, options->config);
  command->callback([options] {
    apply(options->common);
    const auto config = load_run_config(options->config);
    make_folder(config.output.directory);
    const FolderLock lock(config.output.directory);
    prepare_data(config, config.output.directory, has_checkpoints(config.output.directory));
  });
}

}  // namespace tfm
