// What several sections are put together from.
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "analysis/page.h"

namespace tfm::analysis {

// `first`, then the names of the systems, as HTML.
std::vector<std::string> headers_with_systems(const Analysis& analysis, std::vector<std::string> first);
// "NAME: ", or nothing where there is just one system; HTML.
std::string lead(const Analysis& analysis, std::size_t system);
// A word of a text, cut where it is very long; HTML.
std::string shown_word(std::string_view word);
// "20 of 345", or "12" where all are shown.
std::string shown_of(std::size_t shown, int64_t all);

// A figure for each system: cell(const SystemFigures&) is HTML.
template <typename Cell>
std::vector<std::string> system_row(const Analysis& analysis, std::string label, const Cell& cell) {
  std::vector<std::string> row = {std::move(label)};
  for (const auto& figures : analysis.systems) row.push_back(cell(figures));
  return row;
}

// The bars of each system: values(const SystemFigures&) is a vector<double>.
template <typename Values>
std::vector<Series> system_series(const Analysis& analysis, const Values& values) {
  std::vector<Series> series;
  for (std::size_t i = 0; i < analysis.systems.size(); ++i) {
    series.push_back({analysis.input.systems[i].name, values(analysis.systems[i])});
  }
  return series;
}

// Counts as bars.
template <typename Counts>
std::vector<double> as_values(const Counts& counts) {
  return {counts.begin(), counts.end()};
}

// part(system) of each system, one after the other.
template <typename Part>
std::string for_each_system(const Analysis& analysis, const Part& part) {
  std::string html;
  for (std::size_t i = 0; i < analysis.systems.size(); ++i) html += part(i);
  return html;
}

}  // namespace tfm::analysis
