#include <algorithm>
#include <iostream>
#include <memory>

#include "analysis/analysis_page.h"
#include "commands/commands.h"
#include "commands/eval_options.h"
#include "commands/score_output.h"
#include "commands/score_table.h"
#include "commands/scored_text.h"
#include "commands/scoring.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "library/opened_model.h"
#include "metrics/script.h"

namespace tfm {
namespace {

constexpr int kDecimals = 2;
constexpr uint64_t kSeed = 12345;  // sacreBLEU's

// What is scored, and with which tokenization where none was asked for.
struct Candidates {
  std::vector<ScoredSystem> systems;
  std::vector<std::string> sources;
  BleuTokenization suitable = BleuTokenization::k13a;
};

ScoredSystem read_system(const std::string& file, const std::string& name, const References& references,
                         const EvalOptions& options) {
  auto hypotheses = read_scored_text(file, SegmentRole::kHypothesis);
  check_counts(hypotheses, file, references, options.references.front());
  return {name, std::move(hypotheses)};
}

void write_lines(const std::string& file, const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  write_file(file, text);
}

// As tfm translate and tfm eval do one after the other.
Candidates translate(const EvalOptions& options, const References& references, Backend& backend) {
  backend.use(options.compute);
  auto opened = open_model(options.model);
  opened.tag = options.tag;
  const auto config = opened.config;
  const auto codec = opened.codec();
  Translator translator({{backend.decoding_model(std::move(opened), config.decoding.dtype)}}, codec, config.decoding);
  auto sources = read_scored_text(options.source, SegmentRole::kSource);
  check_counts(sources, options.source, references, options.references.front());
  auto hypotheses = translate_lines(translator, sources, "translating");
  if (!options.output.empty()) write_lines(options.output, hypotheses);
  std::ranges::transform(hypotheses, hypotheses.begin(), without_trailing_space);
  return {{{options.model, std::move(hypotheses)}}, std::move(sources), bleu_options(config).tokenize};
}

Candidates read_candidates(const EvalOptions& options, const References& references) {
  if (options.compute.threads > 0) log::info(concat("scoring with ", options.compute.threads, " threads"));
  Candidates candidates;
  for (const auto& file : options.hypotheses) {
    candidates.systems.push_back(read_system(file, file, references, options));
  }
  if (!options.source.empty()) {
    candidates.sources = read_scored_text(options.source, SegmentRole::kSource);
    check_counts(candidates.sources, options.source, references, options.references.front());
  }
  candidates.suitable = bleu_tokenization_for_text(first_references(references));
  const bool with_bleu = std::ranges::find(options.metrics, "bleu") != options.metrics.end();
  if (options.tokenize.empty() && with_bleu) {
    log::info(concat("BLEU tokenization ", name_of(candidates.suitable), ", by the references' script"));
  }
  return candidates;
}

void add_baseline(const EvalOptions& options, const References& references, std::vector<ScoredSystem>& systems) {
  if (options.baseline.empty()) return;
  systems.insert(systems.begin(), read_system(options.baseline, "Baseline: " + options.baseline, references, options));
}

std::string formatted(const ScoreTable& table, const EvalOptions& options) {
  if (options.format == "json") return scores_as_json(table);
  if (options.format == "latex") return scores_as_latex(table, options.width.value_or(kDecimals));
  if (options.format == "markdown") return scores_as_markdown(table, options.width.value_or(kDecimals));
  return scores_as_text(table, options.width.value_or(kDecimals));
}

std::string segment_scores(const std::vector<std::unique_ptr<Metric>>& metrics, const ScoredSystem& system,
                           const References& references, const EvalOptions& options) {
  for (const auto& metric : metrics) log::info(concat(metric->name(), "|", signature_text(*metric, references)));
  const int threads = options.compute.threads;
  return options.format == "jsonl" ? segment_scores_as_jsonl(metrics, system.hypotheses, references, threads)
                                   : segment_scores_as_tsv(metrics, system.hypotheses, references, threads,
                                                           options.width.value_or(kDecimals));
}

void write_report(const EvalOptions& options, const BleuOptions& bleu, const ScoreTable& table, Candidates candidates,
                  const References& references) {
  AnalysisInput input{.title = concat("Evaluation on ", options.references.front()),
                      .sources = std::move(candidates.sources),
                      .references = references,
                      .systems = {},
                      .bleu = bleu};
  for (std::size_t i = 0; i < candidates.systems.size(); ++i) {
    auto& system = candidates.systems[i];
    std::vector<std::string> lines;
    for (const auto& metric : table.metrics)
      lines.push_back(score_line(metric, metric.systems[i], options.width.value_or(kDecimals)));
    input.systems.push_back({system.name, std::move(system.hypotheses), std::move(lines)});
  }
  write_file(options.report, analysis_page(input));
  log::info(concat("report in ", options.report));
}

void run(EvalOptions& options, Backend& backend) {
  apply(options.common);
  complete(options);
  const auto references = read_references(options.references, options.variable_references);
  auto candidates =
      options.model.empty() ? read_candidates(options, references) : translate(options, references, backend);
  add_baseline(options, references, candidates.systems);
  const auto bleu = bleu_options(options, candidates.suitable);
  const auto metrics = make_metrics(options, bleu);
  const SignificanceOptions significance{{options.bootstrap, options.randomization, options.seed.value_or(kSeed)},
                                         !options.baseline.empty()};
  if (options.sentence_level) std::cout << segment_scores(metrics, candidates.systems.front(), references, options);
  if (options.sentence_level && options.report.empty()) return;
  const auto table = score_systems(metrics, candidates.systems, references, significance, options.compute.threads);
  if (!options.sentence_level) std::cout << formatted(table, options);
  if (!options.report.empty()) write_report(options, bleu, table, std::move(candidates), references);
}

}  // namespace

void add_eval_command(CLI::App& program, Backend& backend) {
  auto options = std::make_shared<EvalOptions>();
  auto* command = program.add_subcommand("eval", "Scores translations with sacreBLEU's numbers and signatures");
  add_eval_options(*command, *options);
  command->callback([options, &backend] { run(*options, backend); });
}

}  // namespace tfm
