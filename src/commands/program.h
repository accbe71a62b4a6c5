// What the programs of tfm have in common: their process, and how a command line is run.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace tfm {

// Before anything else.
void prepare_process();

// A program without commands yet.
void describe_program(CLI::App& program);

// Calls `run`, which has the program read its command line and may set `exit_code`. Says what goes wrong, and returns
// the exit code.
int run_program(CLI::App& program, const std::function<void()>& run, const int& exit_code);

}  // namespace tfm
