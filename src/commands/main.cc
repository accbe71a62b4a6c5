// tfm: wiring only. Whatever needs no LibTorch is done here; for the rest the engine takes over.
#include <algorithm>
#include <array>
#include <string_view>

#include "commands/commands.h"
#include "commands/local_backend.h"
#include "commands/program.h"

namespace {

constexpr std::array<std::string_view, 3> kOwnCommands{"translate", "eval", "script"};

}  // namespace

int main(int argc, char** argv) {
  tfm::prepare_process();
  CLI::App program;
  tfm::describe_program(program);
  tfm::LocalBackend backend(argv);
  int exit_code = 0;
  tfm::add_translate_command(program, backend, exit_code);
  tfm::add_eval_command(program, backend);
  tfm::add_script_command(program);
  const auto run = [&] {
    const bool is_own = argc > 1 && std::ranges::find(kOwnCommands, argv[1]) != kOwnCommands.end();
    if (!is_own) tfm::hand_over_to_engine(argv);
    program.parse(argc, argv);
  };
  return tfm::run_program(program, run, exit_code);
}
