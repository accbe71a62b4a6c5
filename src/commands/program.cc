#include "commands/program.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>

#include "commands/output_failure.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/kept_memory.h"
#include "core/log.h"
#include "core/out_of_memory.h"

namespace tfm {
namespace {

int report(const std::string& message, ExitCode code) {
  log::status_line("");
  log::error(message);
  return static_cast<int>(code);
}

// CLI11 gives a help text as an exception as well.
int report(CLI::App& program, const CLI::ParseError& problem) {
  if (problem.get_exit_code() == 0) return program.exit(problem, std::cout, std::cerr);
  const auto used = program.get_subcommands();
  const std::string command = used.empty() ? "tfm" : concat("tfm ", used.front()->get_name());
  // Of a misspelled word, CLI11 says only that the right one is missing.
  const auto unknown = program.remaining(/*recurse=*/true);
  const std::string what = unknown.empty() ? problem.what() : concat(unknown.front(), " is no command or option");
  return report(concat(what, "; see ", command, " --help"), ExitCode::kUsage);
}

// Whether all that stdout was to hold has arrived.
int finished(int exit_code) {
  std::cout.flush();
  if (std::cout || exit_code != 0) return exit_code;
  const auto failure = output_failure("the output");
  return report(failure.what(), failure.exit_code());
}

constexpr const char* kOutOfMemory = "out of memory; use a smaller batch (batch_tokens, batch_size) or model";

}  // namespace

void prepare_process() {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that outgrows its limit (ulimit -f) is a write that fails, with a message
  keep_freed_memory();
}

void describe_program(CLI::App& program) {
  program.name("tfm");
  program.description("tfm trains Transformer translation models, translates with them and scores the result.");
  program.require_subcommand(1);
  program.failure_message(CLI::FailureMessage::simple);
}

int run_program(CLI::App& program, const std::function<void()>& run, const int& exit_code) {
  try {
    run();
    return finished(exit_code);
  } catch (const CLI::ParseError& problem) {
    return finished(report(program, problem));
  } catch (const UserError& problem) {
    return report(problem.what(), problem.exit_code());
  } catch (const Interrupted& stop) {
    log::status_line("");
    log::info(stop_message(stop.signal));
    return 128 + stop.signal;
  } catch (const std::filesystem::filesystem_error& problem) {
    return report(concat("can't look at ", problem.path1().string(), ": ", problem.code().message(),
                         "; check the path, and that you may read it"),
                  ExitCode::kFailed);
  } catch (const std::exception& problem) {
    if (is_out_of_memory(problem)) return report(kOutOfMemory, ExitCode::kFailed);
    const std::string text = problem.what();
    return report(concat("unexpected: ", text.substr(0, text.find('\n'))), ExitCode::kFailed);
  }
}

}  // namespace tfm
