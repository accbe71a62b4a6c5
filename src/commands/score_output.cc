#include "commands/score_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/decimal.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::vector<std::string>>;  // rows, the first one a header

constexpr double kSignificant = 0.05;
constexpr int kDecimalsOfP = 4;

// The words that differ between the kinds of tables.
struct Marks {
  std::string plus_minus, mu;
};

std::string cell(const SystemScore& score, int decimals, const Marks& marks) {
  std::string text = decimal(score.score, decimals);
  if (score.confidence) {
    text += concat(" (", decimal(score.confidence->mean, decimals), " ", marks.plus_minus, " ",
                   decimal(score.confidence->half_width, decimals), ")");
  }
  if (score.p_value) {
    text += concat(" (p = ", decimal(*score.p_value, kDecimalsOfP), ")", *score.p_value > kSignificant ? "" : "*");
  }
  return text;
}

Cells cells(const ScoreTable& table, int decimals, const Marks& marks) {
  Cells rows(1, {"System"});
  for (const auto& metric : table.metrics) {
    const bool interval = metric.systems.front().confidence.has_value();
    rows.front().push_back(metric.name + (interval ? concat(" (", marks.mu, " ", marks.plus_minus, " 95% CI)") : ""));
  }
  for (std::size_t i = 0; i < table.systems.size(); ++i) {
    rows.push_back({table.systems[i]});
    for (const auto& metric : table.metrics) rows.back().push_back(cell(metric.systems[i], decimals, marks));
  }
  return rows;
}

// Code points, since that is what a terminal's columns mostly are.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string aligned(const Cells& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += row[i] + std::string(widths[i] - columns_of(row[i]) + 2, ' ');
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// sacreBLEU says nothing of an interval around 0.
bool has_interval(const SystemScore& score) { return score.confidence && score.confidence->mean > 0; }

Json metric_object(const MetricScores& metric, const SystemScore& score) {
  Json json;
  json["name"] = metric.name;
  json["score"] = score.score;
  json["signature"] = metric.signature;
  if (has_interval(score)) {
    json["confidence_mean"] = score.confidence->mean;
    json["confidence_var"] = score.confidence->half_width;
    json["confidence"] =
        concat("μ = ", decimal(score.confidence->mean, 2), " ± ", decimal(score.confidence->half_width, 2));
  }
  if (!score.verbose.empty()) json["verbose_score"] = score.verbose;
  for (const auto& [key, value] : metric.fields) json[key] = value;
  return json;
}

Json result(const SystemScore& score) {
  Json json;
  json["score"] = score.score;
  json["p_value"] = score.p_value ? Json(*score.p_value) : Json();
  json["mean"] = score.confidence ? Json(score.confidence->mean) : Json();
  json["ci"] = score.confidence ? Json(score.confidence->half_width) : Json();
  return json;
}

std::string with_escapes(const std::string& text, std::string_view special, const std::string& before) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += before;
    escaped += c;
  }
  return escaped;
}

std::string as_latex(const std::string& text) {
  std::string latex;
  for (const char c : text) {
    if (c == '\\') {
      latex += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      latex += concat("\\", c, "{}");
    } else {
      latex += with_escapes({c}, "&%$#_{}", "\\");
    }
  }
  return latex;
}

std::string joined(const std::vector<std::string>& row, const std::string& between) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : between) + row[i];
  return text;
}

// The score of each segment with each metric, [metrics][segments].
std::vector<std::vector<double>> segment_scores(const std::vector<std::unique_ptr<Metric>>& metrics,
                                                const std::vector<std::string>& hypotheses,
                                                const References& references, int threads) {
  std::vector<std::vector<double>> scores;
  for (const auto& metric : metrics) {
    const auto statistics = count_segments(*metric, hypotheses, references, threads);
    auto& column = scores.emplace_back();
    for (int64_t i = 0; i < statistics.size(); ++i) column.push_back(metric->score(statistics.row(i)));
  }
  return scores;
}

}  // namespace

std::string score_line(const MetricScores& metric, const SystemScore& score, int decimals) {
  std::string text = concat(metric.name, "|", metric.signature, " = ", decimal(score.score, decimals));
  if (has_interval(score)) {
    text += concat(" (μ = ", decimal(score.confidence->mean, decimals), " ± ",
                   decimal(score.confidence->half_width, decimals), ")");
  }
  return score.verbose.empty() ? text : text + " " + score.verbose;
}

std::string scores_as_text(const ScoreTable& table, int decimals) {
  std::string text;
  if (table.systems.size() == 1) {
    for (const auto& metric : table.metrics) text += score_line(metric, metric.systems.front(), decimals) + "\n";
    return text;
  }
  text = aligned(cells(table, decimals, {.plus_minus = "±", .mu = "μ"})) + "\n";
  for (const auto& metric : table.metrics) text += concat(metric.name, "|", metric.signature, "\n");
  return text;
}

std::string scores_as_json(const ScoreTable& table) {
  auto list = Json::array();
  if (table.systems.size() == 1) {
    for (const auto& metric : table.metrics) list.push_back(metric_object(metric, metric.systems.front()));
    return list.dump(1) + "\n";
  }
  for (std::size_t i = 0; i < table.systems.size(); ++i) {
    auto& system = list.emplace_back();
    system["system"] = table.systems[i];
    for (const auto& metric : table.metrics) system[metric.name] = result(metric.systems[i]);
    for (const auto& metric : table.metrics) system["signatures"][metric.name] = metric.signature;
  }
  return list.dump(1) + "\n";
}

std::string scores_as_latex(const ScoreTable& table, int decimals) {
  auto rows = cells(table, decimals, {.plus_minus = "$\\pm$", .mu = "$\\mu$"});
  for (auto& row : rows) {
    row.front() = as_latex(row.front());
    std::for_each(row.begin() + 1, row.end(), [](auto& cell) { cell = with_escapes(cell, "%", "\\"); });
  }
  std::string text = concat("\\begin{tabular}{r", std::string(table.metrics.size(), 'c'), "}\n\\toprule\n",
                            joined(rows.front(), " & "), " \\\\\n\\midrule\n");
  for (std::size_t i = 1; i < rows.size(); ++i) text += joined(rows[i], " & ") + " \\\\\n";
  text += "\\bottomrule\n\\end{tabular}\n";
  for (const auto& metric : table.metrics) text += concat("% ", metric.name, "|", metric.signature, "\n");
  return text;
}

std::string scores_as_markdown(const ScoreTable& table, int decimals) {
  auto rows = cells(table, decimals, {.plus_minus = "±", .mu = "μ"});
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (auto& cell : rows[i]) cell = with_escapes(cell, "|*\\", "\\");
    text += concat("| ", joined(rows[i], " | "), " |\n");
    if (i > 0) continue;
    text += "|---|";
    for (std::size_t column = 0; column < table.metrics.size(); ++column) text += "---:|";
    text += "\n";
  }
  text += "\n";
  for (const auto& metric : table.metrics) text += concat("- `", metric.name, "|", metric.signature, "`\n");
  return text;
}

std::string segment_scores_as_tsv(const std::vector<std::unique_ptr<Metric>>& metrics,
                                  const std::vector<std::string>& hypotheses, const References& references, int threads,
                                  int decimals) {
  const auto scores = segment_scores(metrics, hypotheses, references, threads);
  std::string text = "line";
  for (const auto& metric : metrics) text += "\t" + metric->name();
  text += "\n";
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    text += concat(i + 1);
    for (const auto& column : scores) text += "\t" + decimal(column[i], decimals);
    text += "\n";
  }
  return text;
}

std::string segment_scores_as_jsonl(const std::vector<std::unique_ptr<Metric>>& metrics,
                                    const std::vector<std::string>& hypotheses, const References& references,
                                    int threads) {
  const auto scores = segment_scores(metrics, hypotheses, references, threads);
  std::string text;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    Json json;
    json["line"] = i + 1;
    for (std::size_t column = 0; column < scores.size(); ++column) json[metrics[column]->name()] = scores[column][i];
    text += json.dump() + "\n";
  }
  return text;
}

}  // namespace tfm
