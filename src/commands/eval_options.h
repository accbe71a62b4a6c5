// What tfm eval can be told.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/common_options.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/metric.h"
#include "metrics/ter.h"

namespace tfm {

struct EvalOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model, source, output;
  std::optional<std::string> tag;  // of the model's sources
  std::vector<std::string> hypotheses, references;
  std::string baseline;
  bool variable_references = false;

  std::vector<std::string> metrics{"bleu", "chrf"};
  std::string tokenize;  // empty: what suits the target language
  std::string spm_model;
  bool lowercase = false;
  std::string smooth_method = "exp";
  std::optional<double> smooth_value;
  bool effective_order = false;
  ChrfOptions chrf;
  TerOptions ter;

  int bootstrap = 0;  // samples; 0: none
  int randomization = 0;
  std::optional<uint64_t> seed;

  bool sentence_level = false;
  std::string format;
  std::optional<int> width;
  std::string report;
};

void add_eval_options(CLI::App& command, EvalOptions& options);
// UserError for options that don't go together; fills in what follows from others.
void complete(EvalOptions& options);

// `suitable`: the tokenization that is taken where none is asked for.
BleuOptions bleu_options(const EvalOptions& options, BleuTokenization suitable);
std::vector<std::unique_ptr<Metric>> make_metrics(const EvalOptions& options, const BleuOptions& bleu);

}  // namespace tfm
