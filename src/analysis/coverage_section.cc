#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "analysis/segment_list.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

BarChart chart(const Analysis& analysis) {
  BarChart result{.id = "coverage-chart", .title = "Lines", .categories_name = "output length / reference length"};
  result.categories.push_back(concat("< ", decimal(kRatioEdges.front(), 2)));
  for (std::size_t i = 1; i < kRatioEdges.size(); ++i) {
    result.categories.push_back(concat(decimal(kRatioEdges[i - 1], 2), "–", decimal(kRatioEdges[i], 2)));
  }
  result.categories.push_back(concat("≥ ", decimal(kRatioEdges.back(), 2)));
  result.series =
      system_series(analysis, [](const SystemFigures& system) { return as_values(system.coverage.ratios); });
  return result;
}

Table table(const Analysis& analysis) {
  const auto row = [&](const char* label, const auto& count) {
    return system_row(analysis, label, [&](const SystemFigures& system) {
      return count_and_share(count(system.coverage), static_cast<int64_t>(analysis.segments));
    });
  };
  Table result{"Lines of unlikely length",
               headers_with_systems(analysis, {"Lines"}),
               {row("Too long for the reference", [](const Coverage& found) { return found.over.by_reference; }),
                row("Too short for the reference", [](const Coverage& found) { return found.under.by_reference; })}};
  if (analysis.input.sources.empty()) return result;
  result.rows.push_back(row("Too long for the source", [](const Coverage& found) { return found.over.by_source; }));
  result.rows.push_back(row("Too short for the source", [](const Coverage& found) { return found.under.by_source; }));
  return result;
}

std::string reference_tokens(const SegmentLengths& lengths) {
  if (lengths.shortest_reference == lengths.longest_reference) return grouped(lengths.shortest_reference);
  return concat(grouped(lengths.shortest_reference), " to ", grouped(lengths.longest_reference));
}

std::string list(const Analysis& analysis, std::size_t system, const LengthFindings& findings, const char* summary) {
  std::vector<ListedSegment> listed;
  for (const auto& finding : findings.clearest) {
    std::string note =
        concat(grouped(finding.lengths.hypothesis), " tokens; reference ", reference_tokens(finding.lengths));
    if (finding.suggested) note += concat("; the source suggests ", decimal(*finding.suggested, 0));
    listed.push_back({finding.segment, note});
  }
  return details(concat(lead(analysis, system), summary, " (", shown_of(listed.size(), findings.segments), ")"),
                 segment_list(analysis.input, system, listed), false);
}

std::string definitions(const Analysis& analysis) {
  const auto measure =
      concat("at least ", decimal(kReferenceFactor, 1), " times as long (or short) as every reference, and ",
             decimal(kLeastDifference, 0), " tokens or more from it");
  if (analysis.input.sources.empty()) return definition(concat("Too long or short for the reference: ", measure, "."));
  return definition(concat("Too long or short for the reference: ", measure,
                           ". For the source: ", decimal(kSourceFactor, 0),
                           " times what its number of characters suggests, at this corpus's "
                           "mean of reference tokens per source character. Empty outputs are left out."));
}

}  // namespace

Section coverage_section(const Analysis& analysis) {
  const auto over = [&](std::size_t i) { return list(analysis, i, analysis.systems[i].coverage.over, "too long"); };
  const auto under = [&](std::size_t i) { return list(analysis, i, analysis.systems[i].coverage.under, "too short"); };
  return {"coverage", "Over- and under-translation",
          definitions(analysis) + bar_chart(chart(analysis)) + table_html(table(analysis)) +
              "<h3>Over-translation</h3>\n" + for_each_system(analysis, over) + "<h3>Under-translation</h3>\n" +
              for_each_system(analysis, under)};
}

}  // namespace tfm::analysis
