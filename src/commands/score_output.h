// Scores as people and scripts know them from sacreBLEU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/score_table.h"

namespace tfm {

// "BLEU|nrefs:1|... = 27.31 (μ = 27.30 ± 1.20) 58.1/33.0/..."
std::string score_line(const MetricScores& metric, const SystemScore& score, int decimals);

// One system: its score lines. Several: a table, then the signatures.
std::string scores_as_text(const ScoreTable& table, int decimals);
// One system: a list with one object a metric, in sacreBLEU's keys. Several: one object a system. Scores are unrounded.
std::string scores_as_json(const ScoreTable& table);
// Tables with a row for each system; an asterisk marks p-values up to 0.05.
std::string scores_as_latex(const ScoreTable& table, int decimals);
std::string scores_as_markdown(const ScoreTable& table, int decimals);

// A row for each segment with the score of each metric: with tabs and a header, or as JSON Lines (unrounded).
std::string segment_scores_as_tsv(const std::vector<std::unique_ptr<Metric>>& metrics,
                                  const std::vector<std::string>& hypotheses, const References& references, int threads,
                                  int decimals);
std::string segment_scores_as_jsonl(const std::vector<std::unique_ptr<Metric>>& metrics,
                                    const std::vector<std::string>& hypotheses, const References& references,
                                    int threads);

}  // namespace tfm
