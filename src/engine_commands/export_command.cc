#include <memory>

#include "checkpoint/model_folder.h"
#include "checkpoint/reduced_weights.h"
#include "checkpoint/weights.h"
#include "commands/common_options.h"
#include "commands/output_file.h"
#include "config/config.h"
#include "core/concat.h"
#include "core/log.h"
#include "core/progress.h"
#include "engine_commands/engine_commands.h"
#include "library/opened_model.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  CommonOptions common;
  std::string model;
  std::string output;
  WeightType dtype = WeightType::kFloat32;
};

void drop_folder(std::optional<fs::path>& path) {
  if (path) path = path->filename();
}

void drop_folders(CorpusConfig& corpus) {
  for (auto* path : {&corpus.source, &corpus.target, &corpus.file, &corpus.alignment}) drop_folder(*path);
}

// Where files stood is nobody's business where the model goes; what they were called may tell what it is made from.
Config shipped_config(Config config, WeightType dtype) {
  for (auto& corpus : config.data.train) drop_folders(corpus);
  for (auto* corpus : {&config.data.valid, &config.data.test}) {
    if (*corpus) drop_folders(**corpus);
  }
  drop_folder(config.tokenizer.source_model);
  drop_folder(config.tokenizer.target_model);
  config.training.fine_tuning = {};
  config.output.directory = OutputConfig{}.directory;
  config.decoding.dtype = dtype;
  return config;
}

void run(const ExportOptions& options) {
  apply(options.common);
  const fs::path output = fs::path(options.output).lexically_normal();
  check_new_folder("--output", output.string());
  auto model = open_model(options.model);
  const auto loaded = read_all(model.weights);
  const NamedTensors weights(loaded.begin(), loaded.end());
  save_model_folder(output, reduced_weights(weights, options.dtype), shipped_config(model.config, options.dtype),
                    model.tokenizers.fingerprint(), [&](const fs::path& to) { model.tokenizers.save(to); });
  log::info(concat(output.string(), ": ", count_text(static_cast<double>(fs::file_size(output / "model.safetensors"))),
                   " bytes of weights"));
}

}  // namespace

void add_export_command(CLI::App& program, int&) {
  auto options = std::make_shared<ExportOptions>();
  auto* command = program.add_subcommand(
      "export",
      "Makes a model folder to ship: weights, config and vocabulary, nothing else, in fewer bits if you like");
  command->add_option("--model", options->model, "A run, checkpoint or model folder")->required();
  command->add_option("--output", options->output, "The model folder to write, which must not be there yet")
      ->required();
  add_choice(*command, "--dtype", options->dtype, weight_type_names(),
             "How matrices are stored, and by default computed with: float32, bfloat16 or int8")
      ->default_str("float32");
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
