#include "analysis/analysis_page.h"

#include "analysis/html.h"
#include "analysis/page_style.h"
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
  return concat("<header><h1>", title_of(input), "</h1>\n<p class=\"quiet\">", grouped(static_cast<int64_t>(lines)),
                lines == 1 ? " line, " : " lines, ", input.systems.size(),
                input.systems.size() == 1 ? " system" : " systems",
                input.sources.empty() ? ", without source texts" : "", "</p>\n", systems_html(input), "</header>\n");
}

std::string contents_html(const std::vector<Section>& parts) {
  std::string html = "<nav aria-labelledby=\"contents\"><h2 id=\"contents\">Contents</h2>\n<ol>\n";
  for (const auto& [id, title, body] : parts) html += concat("<li><a href=\"#", id, "\">", title, "</a></li>\n");
  return html + "</ol></nav>\n";
}

std::string section_html(const Section& section) {
  return concat("<section id=\"", section.id, "\" aria-labelledby=\"", section.id, "-heading\">\n<h2 id=\"", section.id,
                "-heading\">", section.title, "</h2>\n", section.body, "</section>\n");
}

}  // namespace
}  // namespace analysis

std::string analysis_page(const AnalysisInput& input) {
  using namespace analysis;
  const auto parts = sections(analyzed(input));
  std::string html = concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
      title_of(input), "</title>\n<style>", kPageStyle, "</style>\n</head>\n<body>\n", header_html(input),
      contents_html(parts), "<main>\n");
  for (const auto& part : parts) html += section_html(part);
  return html + concat("</main>\n<script>", kPageScript, "</script>\n</body>\n</html>\n");
}

}  // namespace tfm
