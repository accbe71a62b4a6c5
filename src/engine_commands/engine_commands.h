// The commands of the engine alone; see commands/commands.h.
#pragma once

#include <CLI/CLI.hpp>

namespace tfm {

void add_prepare_command(CLI::App& program, int& exit_code);
void add_train_command(CLI::App& program, int& exit_code);
void add_score_command(CLI::App& program, int& exit_code);
void add_attention_command(CLI::App& program, int& exit_code);
void add_average_command(CLI::App& program, int& exit_code);
void add_export_command(CLI::App& program, int& exit_code);
void add_inspect_command(CLI::App& program, int& exit_code);
void add_bench_command(CLI::App& program, int& exit_code);
void add_config_command(CLI::App& program, int& exit_code);

}  // namespace tfm
