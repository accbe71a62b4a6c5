// The options that every command has.
#pragma once

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

// Of the commands that need no device. 0: one for each usable processor.
void add_threads_option(CLI::App& app, int& threads);

// Of the commands that compute.
struct ComputeOptions {
  std::string device = "auto";
  int threads = 0;  // 0: one for each usable processor
};
void add_compute_options(CLI::App& app, ComputeOptions& options);
// "1 thread", "2 threads": as many as loops may take.
std::string threads_text();

}  // namespace tfm
