#include "engine_commands/device.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"

namespace tfm {
namespace {

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

}  // namespace

void use_threads(int threads) {
  if (threads > 0) at::set_num_threads(threads);
  log::info(threads_text());
}

at::Device use_device(const ComputeOptions& options) {
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
