// The commands that need no LibTorch. Each adds itself to the program's command line; its work begins in the callback,
// once all options are read. UserError tells what went wrong.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/backend.h"

namespace tfm {

void add_translate_command(CLI::App& program, Backend& backend, int& exit_code);
void add_eval_command(CLI::App& program, Backend& backend);
void add_script_command(CLI::App& program);

}  // namespace tfm
