#include <algorithm>
#include <cmath>

#include "core/concat.h"
#include "page/html.h"
#include "report/score_names.h"
#include "report/sections.h"

namespace tfm::report {
namespace {

std::optional<double> score_at(const Validation& validation, const std::string& key) {
  const auto found = std::ranges::find(validation.scores, key, &std::pair<std::string, std::optional<double>>::first);
  return found == validation.scores.end() ? std::nullopt : found->second;
}

// The ring around the best validation; `key` is the score that its height shows.
std::optional<page::LineMark> best_mark(const RunHistory& history, const std::string& key) {
  const auto best = history.best();
  const auto score = best ? score_at(*best, key) : std::nullopt;
  if (!score) return std::nullopt;
  return page::LineMark{static_cast<double>(best->step), *score, concat("best ", score_text(key, score))};
}

std::string loss_chart(const RunHistory& history, const RunHistory::NamedCurve& loss) {
  return page::line_chart({.id = "validation-loss",
                           .title = "Validation loss",
                           .unit = "cross-entropy, nats per token",
                           .x_name = "step",
                           .series = {{"loss", line_points(loss.curve)}},
                           .mark = best_mark(history, "loss")});
}

std::string scores_chart(const RunHistory& history) {
  page::LineChart chart{.id = "validation-scores",
                        .title = "Translations",
                        .unit = "of the validation set, 0 to 100",
                        .x_name = "step",
                        .from_zero = true};
  for (const auto& [name, curve] : history.validation_curves()) {
    if (name != "loss") chart.series.push_back({score_name(name), line_points(curve)});
  }
  if (chart.series.empty()) return "";
  chart.mark = best_mark(history, "bleu");
  return page::line_chart(chart);
}

std::string validation_charts(const RunHistory& history) {
  std::string charts;
  for (const auto& curve : history.validation_curves()) {
    if (curve.name == "loss") charts += loss_chart(history, curve);
  }
  return concat("<div class=\"columns\">\n", charts, scores_chart(history), "</div>\n");
}

std::string perplexity(const std::optional<double>& loss) { return loss ? page::value_label(std::exp(*loss)) : "–"; }

// The newest first: that is what one looks for while a run goes on.
std::string validation_table(const RunHistory& history) {
  page::Table table{"Validations, the newest first", {"Step"}, {}};
  const auto& newest = history.validations().back();
  for (const auto& [key, score] : newest.scores) {
    table.headers.push_back(page::escaped(score_name(key)));
    if (key == "loss") table.headers.emplace_back("perplexity");
  }
  const auto best = history.best();
  for (auto entry = history.validations().rbegin(); entry != history.validations().rend(); ++entry) {
    const bool is_best = best && best->step == entry->step;
    std::vector<std::string> row = {concat(grouped(entry->step), is_best ? " <b class=\"badge best\">best</b>" : "")};
    for (const auto& [key, newest_score] : newest.scores) {
      row.push_back(score_text(key, score_at(*entry, key)));
      if (key == "loss") row.push_back(perplexity(score_at(*entry, key)));
    }
    table.rows.push_back(std::move(row));
  }
  return page::table_html(table);
}

}  // namespace

page::Section validation_section(const RunView& view) {
  const auto& history = view.history;
  if (history.validations().empty()) {
    const bool has_set = view.facts.config.data.valid.has_value();
    return {"validation", "Validation",
            has_set ? "<p class=\"none\">No validation yet.</p>\n"
                    : "<p class=\"none\">The config has no validation set (<code>/data/valid</code>).</p>\n"};
  }
  std::string body = validation_charts(history) + validation_table(history);
  if (history.has_more_validations()) body += page::definition("Some validations are left out; log.jsonl has all.");
  return {"validation", "Validation", body};
}

}  // namespace tfm::report
