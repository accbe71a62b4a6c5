// The options that every command has.
#pragma once

#include <c10/core/Device.h>
#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tfm {

struct CommonOptions {
  std::string log_level = "info";
  std::string color = "auto";
  bool quiet = false;
};
void add_common_options(CLI::App& app, CommonOptions& options);
void apply(const CommonOptions& options);

// An option whose value, an Enum or an optional one, is chosen by name, in any case; help and errors list the names.
template <typename Enum, typename Value>
CLI::Option* add_choice(CLI::App& app, const std::string& option, Value& value,
                        const std::vector<std::pair<std::string, Enum>>& choices, const std::string& meaning) {
  std::vector<std::string> names;
  for (const auto& [name, choice] : choices) names.push_back(name);
  const auto choose = [&value, choices](const std::string& given) {
    for (const auto& [name, choice] : choices) {
      if (CLI::detail::to_lower(given) == name) value = choice;
    }
  };
  return app.add_option_function<std::string>(option, choose, meaning)->check(CLI::IsMember(names, CLI::ignore_case));
}

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
