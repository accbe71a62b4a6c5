#include "commands/scoring.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/progress.h"
#include "metrics/chrf.h"

namespace tfm {

BleuOptions bleu_options(const Config& config) {
  switch (config.evaluation.tokenize) {
    case BleuTokenizer::kZh:
      return {BleuTokenization::kZh};
    case BleuTokenizer::k13a:
      return {BleuTokenization::k13a};
    case BleuTokenizer::kChar:
      return {BleuTokenization::kChar};
    case BleuTokenizer::kNone:
      return {BleuTokenization::kNone};
    case BleuTokenizer::kAuto:
      break;
  }
  return {bleu_tokenization_for(config.data.target_language)};
}

std::vector<std::string> translate_lines(Translator& translator, const std::vector<std::string>& lines,
                                         const std::string& what) {
  std::vector<SourceLine> sources;
  for (const auto& line : lines) sources.push_back({line, false});
  Progress progress(what, static_cast<int64_t>(lines.size()), "lines");
  std::vector<std::string> hypotheses;
  for (const auto& line : translator.translate(sources, [&](int64_t count) { progress.advance(count); })) {
    hypotheses.push_back(line.text());
  }
  return hypotheses;
}

std::vector<MetricResult> compute_metrics(const std::vector<std::string>& metrics,
                                          const std::vector<std::string>& hypotheses,
                                          const std::vector<std::string>& references, const BleuOptions& options) {
  std::vector<MetricResult> results;
  for (const auto& metric : metrics) {
    if (metric == "bleu") {
      const auto bleu = corpus_bleu(hypotheses, references, options);
      results.push_back({"BLEU", bleu.score, bleu_signature(options), bleu.verbose()});
    } else {
      results.push_back({"chrF2", corpus_chrf(hypotheses, references), chrf_signature(), ""});
    }
  }
  return results;
}

std::string metrics_text(const std::vector<MetricResult>& results) {
  std::string text;
  for (const auto& result : results) {
    char score[32];
    std::snprintf(score, sizeof score, "%.2f", result.score);
    text += concat(result.name, "|", result.signature, " = ", score, result.verbose.empty() ? "" : " ", result.verbose,
                   "\n");
  }
  return text;
}

std::string metrics_json(const std::vector<MetricResult>& results) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& result : results) {
    list.push_back({{"name", result.name},
                    {"score", result.score},
                    {"signature", result.signature},
                    {"verbose_score", result.verbose}});
  }
  return list.dump(1) + "\n";
}

}  // namespace tfm
