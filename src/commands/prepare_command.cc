#include <filesystem>
#include <memory>
#include <optional>

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
    std::optional<std::filesystem::path> dropped;
    int threads = 0;
  };
  auto options = std::make_shared<Options>();
  auto* command = program.add_subcommand(
      "prepare", "Reads, cleans and reports on the corpora, learns the vocabulary and encodes the corpus");
  add_common_options(*command, options->common);
  add_run_config_options(*command, options->config);
  add_threads_option(*command, options->threads);
  command->add_option("--dropped", options->dropped,
                      "File for the pairs that are left out, as JSON Lines with the reason; prepares the data anew");
  command->callback([options] {
    apply(options->common);
    apply_threads(options->threads);
    const auto config = load_run_config(options->config);
    make_folder(config.output.directory);
    const FolderLock lock(config.output.directory);
    prepare_data(config, config.output.directory,
                 {.must_reuse = has_checkpoints(config.output.directory), .dropped = options->dropped});
  });
}

}  // namespace tfm
