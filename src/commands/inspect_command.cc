#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint.h"
#include "checkpoint/model_folder.h"
#include "commands/commands.h"
#include "commands/common_options.h"
#include "commands/model.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "model/parameter_counts.h"

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

std::string row(const std::string& name, const std::string& value) {
  constexpr std::size_t kName = 28, kValue = 16;
  return name + std::string(kName - std::min(kName, name.size()), ' ') +
         std::string(kValue - std::min(kValue, value.size()), ' ') + value + "\n";
}

std::string as_text(const LoadedModel& loaded, const ModelFiles& files) {
  std::string text = concat(files.weights.string(), ": whole, every tensor equals its checksum\n\n");
  text += row("parameters", grouped(loaded.model->num_parameters()));
  for (const auto& [part, count] : parameter_counts(loaded.model)) text += row("  " + part, grouped(count));
  const auto& tokenizers = loaded.tokenizers;
  text +=
      row(tokenizers.shared() ? "vocabulary (shared)" : "source vocabulary", grouped(tokenizers.source->vocab_size()));
  if (!tokenizers.shared()) text += row("target vocabulary", grouped(tokenizers.target->vocab_size()));
  return text + "\nmodel " + nlohmann::ordered_json::parse(config_to_json(loaded.config)).at("model").dump(2) + "\n";
}

// A checkpoint has more files than translating needs.
void verify_rest(const std::filesystem::path& folder, const std::string& tokenizer_fingerprint) {
  if (std::filesystem::exists(folder / "state.json")) load_checkpoint(folder, tokenizer_fingerprint);
}

// Loading verifies everything there is to verify.
void run(const InspectOptions& options) {
  apply(options.common);
  const auto files = find_model(options.folder);
  const auto loaded = load_model(options.folder, at::kCPU);
  verify_rest(files.weights.parent_path(), loaded.tokenizers.fingerprint());
  std::cout << (options.format == "json" ? as_json(loaded, files).dump(1) + "\n" : as_text(loaded, files));
}

}  // namespace

void add_inspect_command(CLI::App& program, int&) {
  auto options = std::make_shared<InspectOptions>();
  auto* command =
      program.add_subcommand("inspect", "What a run, checkpoint or model folder holds; verifies its weights");
  command->add_option("DIR", options->folder, "A run, checkpoint or model folder")->required();
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
