#include <filesystem>
#include <memory>
#include <optional>

#include "commands/common_options.h"
#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "data/input_record.h"
#include "data/prepare.h"
#include "engine_commands/device.h"
#include "engine_commands/engine_commands.h"
#include "engine_commands/resume.h"
#include "engine_commands/run_config.h"

namespace tfm {
namespace {

// Nothing that is read, and nothing of the run, may be replaced.
void check_dropped(const std::filesystem::path& file, const std::string& config_file, const Config& config) {
  if (file.empty() || file == "-") throw UserError("--dropped needs the name of a file");
  std::vector<std::string> inputs = {config_file};
  for (const auto& [pointer, input] : input_files(config)) inputs.push_back(input.string());
  check_output_file("--dropped", file.string(), inputs);
  const auto run = std::filesystem::weakly_canonical(config.output.directory).string() + "/";
  if (std::filesystem::weakly_canonical(std::filesystem::absolute(file)).string().starts_with(run)) {
    throw UserError(concat("--dropped ", file.string(), " is in the run folder; name a file elsewhere"));
  }
}

}  // namespace

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
    use_threads(options->threads);
    const auto config = load_run_config(options->config);
    check_held_out_files(config.data);
    if (options->dropped) check_dropped(*options->dropped, options->config.file, config);
    catch_interrupts();
    make_folder(config.output.directory);
    const FolderLock lock(config.output.directory);
    prepare_data(config, config.output.directory,
                 {.must_reuse = has_checkpoints(config.output.directory), .verify = true, .dropped = options->dropped});
  });
}

}  // namespace tfm
