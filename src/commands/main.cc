// tfm: wiring only.
#include <ATen/Context.h>
#include <torch/cuda.h>
#include <torch/version.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>

#include "commands/commands.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/kept_memory.h"
#include "core/log.h"
#include "core/out_of_memory.h"

namespace {

std::string version_text() {
  return tfm::concat("tfm ", TFM_VERSION, "\nLibTorch ", TORCH_VERSION, "\ndevices: cpu",
                     torch::cuda::is_available() ? tfm::concat(", ", torch::cuda::device_count(), " x cuda") : "");
}

int report(const std::string& message, tfm::ExitCode code) {
  tfm::log::status_line("");
  tfm::log::error(message);
  return static_cast<int>(code);
}

// CLI11 gives a help text as an exception as well.
int report(CLI::App& program, const CLI::ParseError& problem) {
  if (problem.get_exit_code() == 0) return program.exit(problem, std::cout, std::cerr);
  const auto used = program.get_subcommands();
  const std::string command = used.empty() ? "tfm" : tfm::concat("tfm ", used.front()->get_name());
  return report(tfm::concat(problem.what(), "; see ", command, " --help"), tfm::ExitCode::kUsage);
}

// Whether all that stdout was to hold has arrived.
int finished(int exit_code) {
  std::cout.flush();
  if (std::cout || exit_code != 0) return exit_code;
  return report("the output can't be written; the disk may be full", tfm::ExitCode::kFailed);
}

constexpr const char* kOutOfMemory = "out of memory; use a smaller batch (batch_tokens, batch_size) or model";

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that outgrows its limit (ulimit -f) is a write that fails, with a message
  tfm::keep_freed_memory();
  CLI::App program("tfm trains Transformer translation models, translates with them and scores the result.", "tfm");
  program.set_version_flag("--version", version_text);
  program.require_subcommand(1);
  program.failure_message(CLI::FailureMessage::simple);
  int exit_code = 0;
  tfm::add_prepare_command(program, exit_code);
  tfm::add_train_command(program, exit_code);
  tfm::add_translate_command(program, exit_code);
  tfm::add_eval_command(program, exit_code);
  tfm::add_score_command(program, exit_code);
  tfm::add_script_command(program, exit_code);
  tfm::add_attention_command(program, exit_code);
  tfm::add_average_command(program, exit_code);
  tfm::add_export_command(program, exit_code);
  tfm::add_inspect_command(program, exit_code);
  tfm::add_bench_command(program, exit_code);
  tfm::add_config_command(program, exit_code);
  try {
    program.parse(argc, argv);
    return finished(exit_code);
  } catch (const CLI::ParseError& problem) {
    return finished(report(program, problem));
  } catch (const tfm::UserError& problem) {
    return report(problem.what(), problem.exit_code());
  } catch (const tfm::Interrupted& stop) {
    tfm::log::status_line("");
    tfm::log::info(tfm::stop_message(stop.signal));
    return 128 + stop.signal;
  } catch (const std::filesystem::filesystem_error& problem) {
    return report(tfm::concat("can't look at ", problem.path1().string(), ": ", problem.code().message(),
                              "; check the path, and that you may read it"),
                  tfm::ExitCode::kFailed);
  } catch (const std::exception& problem) {
    if (tfm::is_out_of_memory(problem)) return report(kOutOfMemory, tfm::ExitCode::kFailed);
    const std::string text = problem.what();
    return report(tfm::concat("unexpected: ", text.substr(0, text.find('\n'))), tfm::ExitCode::kFailed);
  }
}
