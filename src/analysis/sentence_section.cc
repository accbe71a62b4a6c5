#include <algorithm>
#include <numeric>

#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "analysis/segment_list.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

constexpr double kLowScore = 20.0;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The lower one of two in the middle.
double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

Table table(const Analysis& analysis) {
  const auto lines = static_cast<int64_t>(analysis.segments);
  const auto row = [&](const char* label, const auto& cell) { return system_row(analysis, label, cell); };
  return {"Scores of single lines",
          headers_with_systems(analysis, {"Figure"}),
          {row("Mean chrF", [](const SystemFigures& system) { return decimal(mean(system.scores.chrf), 1); }),
           row("Median chrF", [](const SystemFigures& system) { return decimal(median(system.scores.chrf), 1); }),
           row("Mean BLEU", [](const SystemFigures& system) { return decimal(mean(system.scores.bleu), 1); }),
           row("Lines with chrF below 20", [&](const SystemFigures& system) {
             const auto is_low = [](double score) { return score < kLowScore; };
             return count_and_share(std::ranges::count_if(system.scores.chrf, is_low), lines);
           })}};
}

BarChart chart(const Analysis& analysis) {
  BarChart result{.id = "sentence-chart", .title = "Lines", .categories_name = "chrF of the line"};
  for (std::size_t bin = 0; bin < kHistogramBins; ++bin)
    result.categories.push_back(concat(10 * bin, "–", 10 * bin + 10));
  result.series =
      system_series(analysis, [](const SystemFigures& system) { return as_values(histogram(system.scores.chrf)); });
  return result;
}

std::string worst(const Analysis& analysis, std::size_t system) {
  const auto& figures = analysis.systems[system];
  std::vector<ListedSegment> listed;
  for (const std::size_t segment : figures.worst) {
    listed.push_back({segment, concat("chrF ", decimal(figures.scores.chrf[segment], 1), " · BLEU ",
                                      decimal(figures.scores.bleu[segment], 1))});
  }
  return details(concat(lead(analysis, system), "lowest chrF (",
                        shown_of(listed.size(), static_cast<int64_t>(analysis.segments)), ")"),
                 segment_list(analysis.input, system, listed), system == 0);
}

}  // namespace

Section sentence_section(const Analysis& analysis) {
  return {
      "sentences", "Sentence scores and worst lines",
      definition("chrF: F-score of character n-grams, 1 to 6, recall weighing twice as much as precision. BLEU of a "
                 "line is taken with effective order and exp smoothing. Both are 0 to 100.") +
          bar_chart(chart(analysis)) + table_html(table(analysis)) + "<h3>Worst lines</h3>\n" +
          definition("Lowest chrF first, without empty outputs, copies of the source and blank references. Differences "
                     "are by character in Chinese and Japanese, else by word.") +
          marks_legend() + for_each_system(analysis, [&](std::size_t i) { return worst(analysis, i); })};
}

}  // namespace tfm::analysis
