#include "commands/local_backend.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/check.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/loop_threads.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// Of NVIDIA's driver, and of Windows' for Linux.
bool may_have_gpu() {
  std::error_code ignored;
  return fs::exists("/dev/nvidiactl", ignored) || fs::exists("/dev/dxg", ignored);
}

}  // namespace

void LocalBackend::use(const ComputeOptions& options) {
  const bool is_cpu = options.device == "cpu" || (options.device == "auto" && !may_have_gpu());
  if (!is_cpu) hand_over_to_engine(arguments_);
  if (options.threads > 0) set_loop_threads(options.threads);
  log::info(concat("device cpu, ", threads_text()));
}

std::shared_ptr<const DecodingModel> LocalBackend::decoding_model(OpenedModel model, WeightType type) {
  return lay_out(model, type);
}

void LocalBackend::expect_attention() { hand_over_to_engine(arguments_); }

void LocalBackend::write_attention(const AttentionRequest&) { check(false, "the engine writes attention weights"); }

void hand_over_to_engine(char** arguments) {
  std::error_code ignored;
  const auto engine = fs::read_symlink("/proc/self/exe", ignored).replace_filename("tfm-engine");
  ::execv(engine.c_str(), arguments);
  throw UserError(concat(engine.string(), " can't be run: ", std::strerror(errno),
                         "; it is the part of tfm that trains and computes on GPUs, and belongs beside tfm"),
                  ExitCode::kFailed);
}

}  // namespace tfm
