// The options that every command has.
#pragma once

#include <c10/core/Device.h>
#include <CLI/CLI.hpp>

#include <string>

namespace tfm {

struct CommonOptions {
  std::string log_level = "info";
  std::string color = "auto";
  bool quiet = false;
};
void add_common_options(CLI::App& app, CommonOptions& options);
void apply(const CommonOptions& options);

// Of the commands that need no device. 0: as many as LibTorch takes by itself.
void add_threads_option(CLI::App& app, int& threads);
// Sets and prints the thread count.
void apply_threads(int threads);

// Of the commands that compute.
struct ComputeOptions {
  std::string device = "auto";
  int threads = 0;  // 0: as many as LibTorch takes by itself
};
void add_compute_options(CLI::App& app, ComputeOptions& options);
// Sets the thread count and gives the device. UserError when the device is unknown or not there.
at::Device apply(const ComputeOptions& options);

// "cpu", "cuda", "cuda:1" or "auto" (a GPU where there is one).
at::Device parse_device(const std::string& text);

}  // namespace tfm
