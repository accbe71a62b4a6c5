// tfm: wiring only. Whatever needs no LibTorch is done here; for the rest the engine takes over.
#include <algorithm>
#include <array>
#include <string_view>

#include "commands/commands.h"
#include "commands/local_backend.h"
#include "commands/program.h"
#include "core/concat.h"
#include "core/loop_threads.h"

namespace {

constexpr std::array<std::string_view, 3> kOwnCommands{"translate", "eval", "script"};
constexpr std::array<std::string_view, 9> kEngineCommands{"prepare", "train",   "score", "attention", "average",
                                                          "export",  "inspect", "bench", "config"};

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& names, int argc, char** argv) {
  return argc > 1 && std::ranges::find(names, argv[1]) != names.end();
}

}  // namespace

int main(int argc, char** argv) {
  tfm::prepare_process();
  tfm::use_own_loop_threads();
  CLI::App program;
  tfm::describe_program(program);
  program.set_version_flag("--version", tfm::concat("tfm ", TFM_VERSION, "\nwithout LibTorch: tfm-engine isn't here"));
  program.footer(
      "What is installed here translates and evaluates; train and the other commands need tfm-engine beside tfm.");
  tfm::LocalBackend backend(argv);
  int exit_code = 0;
  tfm::add_translate_command(program, backend, exit_code);
  tfm::add_eval_command(program, backend);
  tfm::add_script_command(program);
  const auto run = [&] {
    const bool is_own = is_among(kOwnCommands, argc, argv), is_engines = is_among(kEngineCommands, argc, argv);
    if (is_engines || (!is_own && tfm::has_engine())) tfm::hand_over_to_engine(argv);
    program.parse(argc, argv);
  };
  return tfm::run_program(program, run, exit_code);
}
