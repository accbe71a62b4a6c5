#include "commands/common_options.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"

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

at::Device cuda_device(const std::string& name, int index) {
  if (!torch::cuda::is_available()) {
    throw UserError(
        concat("--device ", name, ": this LibTorch has no CUDA device (",
               at::Context::hasCUDART() ? "built for CUDA, but no GPU is usable" : "it is built for the CPU only",
               "); use --device cpu"));
  }
  const auto count = static_cast<int>(torch::cuda::device_count());
  if (index >= count) {
    throw UserError(concat("--device ", name, ": there are ", count, " CUDA devices, numbered from 0"));
  }
  return {at::kCUDA, static_cast<c10::DeviceIndex>(index)};
}

std::string threads_text() {
  return concat(at::get_num_threads(), at::get_num_threads() == 1 ? " thread" : " threads");
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

void apply_threads(int threads) {
  if (threads > 0) at::set_num_threads(threads);
  log::info(threads_text());
}

at::Device apply(const ComputeOptions& options) {
  const auto device = parse_device(options.device);
  if (options.threads > 0) at::set_num_threads(options.threads);
  log::info(concat("device ", device.str(), ", ", threads_text()));
  return device;
}

at::Device parse_device(const std::string& text) {
  if (text == "auto") return torch::cuda::is_available() ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
  if (text == "cpu") return at::kCPU;
  if (text == "cuda") return cuda_device(text, 0);
  const std::string prefix = "cuda:";
  const auto number = text.starts_with(prefix) ? text.substr(prefix.size()) : "";
  if (number.empty() || number.size() > 3 || number.find_first_not_of("0123456789") != std::string::npos) {
    throw UserError(concat("--device ", text, ": unknown device; must be auto, cpu, cuda or cuda:N"));
  }
  return cuda_device(text, std::stoi(number));
}

}  // namespace tfm
