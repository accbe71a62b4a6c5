// From hypotheses to printed scores: shared by validation, the final test and tfm eval.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "decoding/translator.h"
#include "metrics/bleu.h"

namespace tfm {

// The tokenization that the config names, or that suits its target language.
BleuOptions bleu_options(const Config& config);

// One translation a line, in order; shows progress under the name `what`.
std::vector<std::string> translate_lines(Translator& translator, const std::vector<std::string>& lines,
                                         const std::string& what);

struct MetricResult {
  std::string name;  // as sacreBLEU prints it: BLEU, chrF2
  double score = 0.0;
  std::string signature;
  std::string verbose;  // what BLEU has behind its score
};
// `metrics`: "bleu", "chrf".
std::vector<MetricResult> compute_metrics(const std::vector<std::string>& metrics,
                                          const std::vector<std::string>& hypotheses,
                                          const std::vector<std::string>& references, const BleuOptions& options);

// A line a metric, as sacreBLEU's text output.
std::string metrics_text(const std::vector<MetricResult>& results);
// A list with one object a metric in sacreBLEU's keys, the score unrounded.
std::string metrics_json(const std::vector<MetricResult>& results);

}  // namespace tfm
