#include "analysis/analysis_page.h"

#include "analysis/page.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm {
namespace analysis {
namespace {

std::vector<Section> sections(const Analysis& analysis) {
  std::vector<Section> result = {overview_section(analysis), ngram_section(analysis), length_section(analysis),
                                 sentence_section(analysis)};
  if (analysis.systems.size() > 1) result.push_back(comparison_section(analysis));
  result.push_back(coverage_section(analysis));
  result.push_back(repetition_section(analysis));
  result.push_back(untranslated_section(analysis));
  result.push_back(script_section(analysis));
  result.push_back(word_section(analysis));
  return result;
}

std::string title_of(const AnalysisInput& input) {
  return input.title.empty() ? "Analysis of translations" : escaped(input.title);
}

std::string systems_html(const AnalysisInput& input) {
  std::string html = "<ul class=\"systems\">\n";
  for (const auto& system : input.systems) {
    html += concat("<li><b>", escaped(system.name), "</b>");
    for (const auto& line : system.score_lines) html += concat("<code>", escaped(line), "</code>");
    html += "</li>\n";
  }
  return html + "</ul>\n";
}

std::string header_html(const AnalysisInput& input) {
  const auto lines = input.references.size();
  return concat("<p class=\"quiet\">", grouped(static_cast<int64_t>(lines)), lines == 1 ? " line, " : " lines, ",
                input.systems.size(), input.systems.size() == 1 ? " system" : " systems",
                input.sources.empty() ? ", without source texts" : "", "</p>\n", systems_html(input));
}

}  // namespace
}  // namespace analysis

std::string analysis_page(const AnalysisInput& input) {
  using namespace analysis;
  return page::document(title_of(input), header_html(input), sections(analyzed(input)));
}

}  // namespace tfm
