#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chinese/script_report.h"
#include "commands/commands.h"
#include "commands/common_options.h"
#include "core/log.h"
#include "core/progress.h"
#include "input/line_reader.h"
#include "text/tokenizer.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

struct ScriptOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::optional<TextEncoding> encoding;
  std::string model;
  std::string side = "target";
  std::string format = "text";
};

// Whether the model's vocabulary gives a character back.
ScriptReport::InVocabulary in_vocabulary(const ScriptOptions& options) {
  if (options.model.empty()) return {};
  const auto tokenizers = Tokenizers::load(find_model(options.model).tokenizer);
  const auto tokenizer = options.side == "source" ? tokenizers.source : tokenizers.target;
  return [tokenizer](std::string_view character) {
    const std::string text(character);
    return tokenizer->decode(tokenizer->encode(text)) == text;
  };
}

void run(const ScriptOptions& options) {
  apply(options.common);
  ScriptReport report(in_vocabulary(options));
  Progress progress("reading", 0, "lines");
  for (const std::string& file : options.files) {
    LineReader reader(file, options.encoding.value_or(TextEncoding::kAuto));
    if (reader.stream().encoding() != kUtf8) log::info(file + ": read as " + reader.stream().encoding());
    while (const auto line = reader.next()) {
      report.add(line->text);
      progress.advance();
    }
  }
  const ScriptSummary summary = report.summary();
  std::cout << (options.format == "json" ? script_report_json(summary) : script_report_text(summary));
}

}  // namespace

void add_script_command(CLI::App& program) {
  auto options = std::make_shared<ScriptOptions>();
  auto* command = program.add_subcommand(
      "script", "What a text is written in: simplified or traditional, Latin, marks by width, unknown characters");
  command->add_option("FILE", options->files, "Texts, taken together; plain, gzip or zstd")->required();
  add_choice(*command, "--encoding", options->encoding, encoding_names(),
             "Of the texts; found out for each where it isn't given");
  auto* model = command->add_option("--model", options->model,
                                    "A run, checkpoint or model folder: also counts characters outside its vocabulary");
  command->add_option("--side", options->side, "Whose vocabulary")
      ->check(CLI::IsMember({"source", "target"}))
      ->capture_default_str()
      ->needs(model);
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
