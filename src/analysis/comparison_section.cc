#include <cmath>

#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "analysis/segment_list.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

std::string signed_decimal(double value) { return (value < 0.0 ? "−" : "+") + decimal(std::abs(value), 1); }

Table table(const Analysis& analysis) {
  Table result{"Lines against " + analysis.input.systems.front().name, {"Figure"}, {}};
  for (std::size_t i = 1; i < analysis.systems.size(); ++i) {
    result.headers.push_back(escaped(analysis.input.systems[i].name));
  }
  const auto add = [&](const char* label, const auto& cell) {
    std::vector<std::string> row = {label};
    for (const auto& comparison : analysis.comparisons) row.push_back(cell(comparison));
    result.rows.push_back(row);
  };
  const auto share = [&](int64_t lines) { return count_and_share(lines, static_cast<int64_t>(analysis.segments)); };
  add("Wins", [&](const Comparison& found) { return share(found.wins); });
  add("Ties", [&](const Comparison& found) { return share(found.ties); });
  add("Losses", [&](const Comparison& found) { return share(found.losses); });
  add("Same output", [&](const Comparison& found) { return share(found.identical); });
  add("Mean difference, chrF", [](const Comparison& found) { return signed_decimal(found.mean_difference); });
  return result;
}

BarChart chart(const Analysis& analysis) {
  BarChart result{.id = "comparison-chart", .title = "Lines", .categories_name = "difference in chrF"};
  result.categories = {"below −30", "−30 to −10", "−10 to −1", "tie", "+1 to +10", "+10 to +30", "over +30"};
  for (std::size_t i = 0; i < analysis.comparisons.size(); ++i) {
    result.series.push_back({analysis.input.systems[i + 1].name, as_values(analysis.comparisons[i].differences)});
  }
  return result;
}

std::string list(const Analysis& analysis, std::size_t system, const std::vector<std::size_t>& segments,
                 const std::string& summary, bool is_open) {
  const auto& before = analysis.systems.front().scores.chrf;
  const auto& after = analysis.systems[system].scores.chrf;
  std::vector<ListedSegment> listed;
  for (const std::size_t segment : segments) {
    listed.push_back({segment, concat("chrF ", decimal(before[segment], 1), " → ", decimal(after[segment], 1), " (",
                                      signed_decimal(after[segment] - before[segment]), ")")});
  }
  return details(summary, side_by_side_list(analysis.input, 0, system, listed), is_open);
}

std::string lists(const Analysis& analysis, std::size_t system) {
  const auto& found = analysis.comparisons[system - 1];
  const auto name = concat("<b>", escaped(analysis.input.systems[system].name), "</b>: ");
  return list(analysis, system, found.gains,
              concat(name, "largest gains (", shown_of(found.gains.size(), found.wins), ")"), system == 1) +
         list(analysis, system, found.drops,
              concat(name, "largest losses (", shown_of(found.drops.size(), found.losses), ")"), system == 1);
}

}  // namespace

Section comparison_section(const Analysis& analysis) {
  std::string all_lists;
  for (std::size_t i = 1; i < analysis.systems.size(); ++i) all_lists += lists(analysis, i);
  return {"comparison", "Systems side by side",
          definition(concat("Each system against the first, ", escaped(analysis.input.systems.front().name),
                            ", by the chrF of each line; less than one point apart is a tie.")) +
              bar_chart(chart(analysis)) + table_html(table(analysis)) + "<h3>Lines that differ most</h3>\n" +
              definition("Both outputs are marked against the reference closest to each.") + marks_legend() +
              all_lists};
}

}  // namespace tfm::analysis
