#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kOrders = 4;

std::string precision_cell(const BleuScore& bleu, std::size_t order) {
  return concat(decimal(bleu.precisions[order], 1), "&nbsp;% <span class=\"of\">", grouped(bleu.correct[order]), " of ",
                grouped(bleu.total[order]), "</span>");
}

std::vector<std::vector<std::string>> rows(const Analysis& analysis) {
  std::vector<std::vector<std::string>> result;
  for (std::size_t order = 0; order < kOrders; ++order) {
    result.push_back(system_row(analysis, concat(order + 1, "-gram precision"), [&](const SystemFigures& system) {
      return precision_cell(system.ngrams.bleu, order);
    }));
  }
  const auto add = [&](const char* label, const auto& cell) {
    result.push_back(
        system_row(analysis, label, [&](const SystemFigures& system) { return cell(system.ngrams.bleu); }));
  };
  add("Brevity penalty", [](const BleuScore& bleu) { return decimal(bleu.brevity_penalty, 3); });
  add("Length ratio", [](const BleuScore& bleu) { return decimal(length_ratio(bleu), 3); });
  add("Output tokens", [](const BleuScore& bleu) { return grouped(bleu.hypothesis_length); });
  add("Reference tokens", [](const BleuScore& bleu) { return grouped(bleu.reference_length); });
  return result;
}

}  // namespace

Section ngram_section(const Analysis& analysis) {
  const BarChart chart{
      .id = "ngram-chart",
      .title = "Precision, %",
      .categories_name = "order",
      .categories = {"1-grams", "2-grams", "3-grams", "4-grams"},
      .series =
          system_series(analysis, [](const SystemFigures& system) { return as_values(system.ngrams.bleu.precisions); }),
      .decimals = 1,
      .full = 100.0};
  return {"ngrams", "N-gram precisions and brevity",
          definition("Precision: the share of an output's n-grams (runs of n tokens) that a reference has too, each "
                     "counted at most as often as there; an order without a match is smoothed.") +
              definition("Length ratio: output tokens for each token of the reference nearest in length. Brevity "
                         "penalty: exp(1 − 1 / ratio) where the ratio is below 1, else 1. BLEU: the geometric mean of "
                         "the four precisions, times the penalty.") +
              bar_chart(chart) +
              table_html({"What BLEU is made of", headers_with_systems(analysis, {"Figure"}), rows(analysis)})};
}

}  // namespace tfm::analysis
