#include <iostream>
#include <memory>

#include "commands/commands.h"
#include "commands/common_options.h"
#include "commands/model.h"
#include "commands/scoring.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "data/line_reader.h"
#include "metrics/script.h"

namespace tfm {
namespace {

struct EvalOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model;
  std::string source;
  std::string hypothesis;
  std::string reference;
  std::string tokenize;
  std::vector<std::string> metrics{"bleu", "chrf"};
  std::string format = "text";
};

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  LineReader reader(file);
  while (auto line = reader.next()) lines.push_back(std::move(line->text));
  return lines;
}

void check(const EvalOptions& options) {
  if (options.model.empty() == options.hypothesis.empty()) {
    throw UserError("give --hypothesis F to score a file, or --model DIR with --source F to translate and score");
  }
  if (options.model.empty() != options.source.empty()) throw UserError("--model and --source belong together");
}

BleuTokenization tokenization_named(const std::string& name) {
  for (const auto tokenize : {BleuTokenization::kZh, BleuTokenization::k13a, BleuTokenization::kChar}) {
    if (name == name_of(tokenize)) return tokenize;
  }
  return BleuTokenization::kNone;
}

void check_counts(const EvalOptions& options, std::size_t hypotheses, std::size_t references) {
  if (hypotheses == references) return;
  const auto& other = options.model.empty() ? options.hypothesis : options.source;
  throw UserError(concat(other, " has ", hypotheses, " lines but ", options.reference, " has ", references,
                         "; each needs one reference, line for line"));
}

struct Scorable {
  std::vector<std::string> hypotheses;
  BleuOptions bleu;
};

Scorable translate(const EvalOptions& options, const std::vector<std::string>& references) {
  const auto device = apply(options.compute);
  const auto loaded = load_model(options.model, device);
  Translator translator(loaded.model, loaded.tokenizers, loaded.config.decoding, device);
  const auto sources = read_lines(options.source);
  check_counts(options, sources.size(), references.size());
  return {translate_lines(translator, sources, "translating"), bleu_options(loaded.config)};
}

Scorable read_hypotheses(const EvalOptions& options, const std::vector<std::string>& references) {
  const BleuOptions bleu{bleu_tokenization_for_text(references)};
  if (options.tokenize.empty())
    log::info(concat("BLEU tokenization ", name_of(bleu.tokenize), ", by the references' script"));
  auto hypotheses = read_lines(options.hypothesis);
  check_counts(options, hypotheses.size(), references.size());
  return {std::move(hypotheses), bleu};
}

void run(const EvalOptions& options) {
  apply(options.common);
  check(options);
  const auto references = read_lines(options.reference);
  auto scorable = options.model.empty() ? read_hypotheses(options, references) : translate(options, references);
  if (!options.tokenize.empty()) scorable.bleu.tokenize = tokenization_named(options.tokenize);
  const auto results = compute_metrics(options.metrics, scorable.hypotheses, references, scorable.bleu);
  std::cout << (options.format == "json" ? metrics_json(results) : metrics_text(results));
}

}  // namespace

void add_eval_command(CLI::App& program, int&) {
  auto options = std::make_shared<EvalOptions>();
  auto* command = program.add_subcommand("eval", "Scores translations with sacreBLEU's numbers and signatures");
  command->add_option("--reference", options->reference, "File with the right translations")->required();
  command->add_option("--hypothesis", options->hypothesis, "File with the translations to score");
  command->add_option("--model", options->model, "Or a model that makes them");
  command->add_option("--source", options->source, "With --model: file to translate");
  command->add_option("--metrics", options->metrics, "bleu, chrf")
      ->delimiter(',')
      ->check(CLI::IsMember({"bleu", "chrf"}))
      ->capture_default_str();
  command->add_option("--tokenize", options->tokenize, "For BLEU; default: what suits the target language")
      ->check(CLI::IsMember({"zh", "13a", "char", "none"}));
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
