#include "commands/common_options.h"

#include "core/concat.h"
#include "core/log.h"
#include "core/loop_threads.h"

namespace tfm {
namespace {

log::Level level_of(const CommonOptions& options) {
  if (options.quiet) return log::Level::kWarning;
  if (options.log_level == "debug") return log::Level::kDebug;
  if (options.log_level == "warning") return log::Level::kWarning;
  if (options.log_level == "error") return log::Level::kError;
  if (options.log_level == "off") return log::Level::kOff;
  return log::Level::kInfo;
}

log::Color color_of(const CommonOptions& options) {
  if (options.color == "always") return log::Color::kAlways;
  if (options.color == "never") return log::Color::kNever;
  return log::Color::kAuto;
}

}  // namespace

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--log-level", options.log_level, "What is reported on stderr")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}))
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "Warnings and errors only; no progress");
  app.add_option("--color", options.color, "Colours in messages")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void apply(const CommonOptions& options) { log::configure(level_of(options), color_of(options)); }

void add_compute_options(CLI::App& app, ComputeOptions& options) {
  app.add_option("--device", options.device, "auto, cpu, cuda or cuda:N; auto takes a GPU where there is one")
      ->capture_default_str();
  add_threads_option(app, options.threads);
}

void add_threads_option(CLI::App& app, int& threads) {
  app.add_option("--threads", threads, "Threads on the CPU (default: one for each core)")->check(CLI::Range(1, 1024));
}

std::string threads_text() { return concat(loop_threads(), loop_threads() == 1 ? " thread" : " threads"); }

}  // namespace tfm
