#include "commands/local_backend.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
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

constexpr const char* kHandedOver = "TFM_HANDED_OVER";

fs::path engine() {
  std::error_code error;
  const auto own = fs::read_symlink("/proc/self/exe", error);
  if (!error) return own.parent_path() / "tfm-engine";
  throw UserError(concat("/proc/self/exe, which says where tfm is, can't be read: ", error.message(),
                         "; mount /proc, or call tfm-engine itself"),
                  ExitCode::kFailed);
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

bool has_engine() {
  std::error_code ignored;
  return fs::exists(engine(), ignored);
}

void hand_over_to_engine(char** arguments) {
  const auto program = engine();
  if (!has_engine()) {
    throw UserError(concat("this takes tfm-engine, the part of tfm that trains and computes on GPUs, and ",
                           program.parent_path().string(),
                           " doesn't have it: what is installed here translates and "
                           "evaluates on the CPU (translate, eval, script); install all of tfm"),
                    ExitCode::kFailed);
  }
  // A copy of this program under the engine's name would go on like this for ever.
  if (std::getenv(kHandedOver) != nullptr) {
    throw UserError(concat(program.string(), " isn't tfm's engine; install tfm again"), ExitCode::kFailed);
  }
  ::setenv(kHandedOver, "1", /*overwrite=*/1);
  ::execv(program.c_str(), arguments);
  const int error = errno;
  ::unsetenv(kHandedOver);
  throw UserError(concat(program.string(), " can't be run: ", std::strerror(error), "; install tfm again"),
                  ExitCode::kFailed);
}

}  // namespace tfm
