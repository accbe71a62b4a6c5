#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands/common_options.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/log.h"
#include "engine_commands/engine_commands.h"
#include "engine_commands/run_overview.h"
#include "library/loaded_model.h"
#include "model/parameter_counts.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

struct InspectOptions {
  CommonOptions common;
  std::string folder;
  std::string format = "text";
};

nlohmann::ordered_json as_json(const LoadedModel& loaded, const ModelFiles& files) {
  nlohmann::ordered_json json;
  json["weights"] = files.weights.string();
  json["parameters"] = loaded.model->num_parameters();
  for (const auto& [part, count] : parameter_counts(loaded.model)) json["parts"][part] = count;
  json["source_vocabulary"] = loaded.tokenizers.source->vocab_size();
  json["target_vocabulary"] = loaded.tokenizers.target->vocab_size();
  json["shared_vocabulary"] = loaded.tokenizers.shared();
  json["vocabulary_fingerprint"] = loaded.tokenizers.fingerprint();
  json["model"] = nlohmann::ordered_json::parse(config_to_json(loaded.config)).at("model");
  return json;
}

std::string as_text(const LoadedModel& loaded, const ModelFiles& files) {
  std::string text = concat(files.weights.string(), ": whole, every tensor equals its checksum\n\n");
  text += overview_row("parameters", grouped(loaded.model->num_parameters()));
  for (const auto& [part, count] : parameter_counts(loaded.model)) text += overview_row("  " + part, grouped(count));
  const auto& tokenizers = loaded.tokenizers;
  text += overview_row(tokenizers.shared() ? "vocabulary (shared)" : "source vocabulary",
                       grouped(tokenizers.source->vocab_size()));
  if (!tokenizers.shared()) text += overview_row("target vocabulary", grouped(tokenizers.target->vocab_size()));
  return text + "\nmodel " + nlohmann::ordered_json::parse(config_to_json(loaded.config)).at("model").dump(2) + "\n";
}

// What there is to print, and what is wrong with it.
struct Findings {
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::vector<std::string> problems{};
};

// Loading verifies everything there is to verify.
void add_model(const std::string& folder, Findings& findings) {
  const auto files = find_model(folder);
  const auto loaded = load_model(folder, at::kCPU);
  findings.text += as_text(loaded, files);
  findings.json.update(as_json(loaded, files));
}

void add_run(const std::string& folder, Findings& findings) {
  const auto run = overview_of_run(folder);
  findings.text = overview_text(run) + "\n";
  findings.json["run"] = overview_json(run);
  for (const auto& checkpoint : run.checkpoints) {
    if (!checkpoint.state) findings.problems.push_back(checkpoint.problem);
  }
  if (run.checkpoints.empty() && !std::filesystem::exists(run.folder / "best")) return;  // no model yet
  try {
    add_model(folder, findings);
  } catch (const UserError& damage) {
    findings.problems.emplace_back(damage.what());
  }
}

void add_checkpoint(const std::string& folder, Findings& findings) {
  const auto checkpoint = overview_of_checkpoint(folder);
  findings.text = overview_text(checkpoint) + "\n";
  findings.json["checkpoint"] = overview_json(checkpoint);
  if (checkpoint.state) {
    add_model(folder, findings);
  } else {
    findings.problems.push_back(checkpoint.problem);
  }
}

Findings inspected(const std::string& folder) {
  Findings findings;
  if (is_run_folder(folder)) {
    add_run(folder, findings);
  } else if (std::filesystem::exists(std::filesystem::path(folder) / "state.json")) {
    add_checkpoint(folder, findings);
  } else {
    add_model(folder, findings);
  }
  return findings;
}

int run(const InspectOptions& options) {
  apply(options.common);
  const auto findings = inspected(options.folder);
  std::cout << (options.format == "json" ? findings.json.dump(1) + "\n" : findings.text) << std::flush;
  if (findings.problems.empty()) return 0;
  std::string list;
  for (const auto& problem : findings.problems) list += (list.empty() ? "" : "\n  ") + problem;
  log::error(list);
  return static_cast<int>(ExitCode::kFailed);
}

}  // namespace

void add_inspect_command(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<InspectOptions>();
  auto* command =
      program.add_subcommand("inspect", "What a run, checkpoint or model folder holds; verifies every file");
  command->add_option("DIR", options->folder, "A run, checkpoint or model folder")->required();
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_common_options(*command, options->common);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tfm
