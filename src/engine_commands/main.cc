// tfm-engine: all commands, with LibTorch; wiring only. tfm, which people call, hands over to it.
#include <torch/cuda.h>
#include <torch/version.h>

#include "commands/commands.h"
#include "commands/program.h"
#include "core/concat.h"
#include "engine_commands/engine_commands.h"
#include "engine_commands/torch_backend.h"

namespace {

std::string version_text() {
  return tfm::concat("tfm ", TFM_VERSION, "\nLibTorch ", TORCH_VERSION, "\ndevices: cpu",
                     torch::cuda::is_available() ? tfm::concat(", ", torch::cuda::device_count(), " x cuda") : "");
}

}  // namespace

int main(int argc, char** argv) {
  tfm::prepare_process();
  CLI::App program;
  tfm::describe_program(program);
  program.set_version_flag("--version", version_text);
  tfm::TorchBackend backend;
  int exit_code = 0;
  tfm::add_prepare_command(program, exit_code);
  tfm::add_train_command(program, exit_code);
  tfm::add_translate_command(program, backend, exit_code);
  tfm::add_eval_command(program, backend);
  tfm::add_score_command(program, exit_code);
  tfm::add_script_command(program);
  tfm::add_attention_command(program, exit_code);
  tfm::add_average_command(program, exit_code);
  tfm::add_export_command(program, exit_code);
  tfm::add_inspect_command(program, exit_code);
  tfm::add_bench_command(program, exit_code);
  tfm::add_config_command(program, exit_code);
  return tfm::run_program(program, [&] { program.parse(argc, argv); }, exit_code);
}
