#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

std::string link(const char* section, const char* text) { return concat("<a href=\"#", section, "\">", text, "</a>"); }

std::vector<std::vector<std::string>> score_rows(const Analysis& analysis) {
  const auto row = [&](const char* section, const char* label, const auto& cell) {
    return system_row(analysis, link(section, label), cell);
  };
  return {
      row("ngrams", "BLEU", [](const SystemFigures& system) { return decimal(system.ngrams.bleu.score, 2); }),
      row("sentences", "chrF", [](const SystemFigures& system) { return decimal(system.ngrams.chrf, 2); }),
      row("ngrams", "Brevity penalty",
          [](const SystemFigures& system) { return decimal(system.ngrams.bleu.brevity_penalty, 3); }),
      row("ngrams", "Length ratio",
          [](const SystemFigures& system) { return decimal(length_ratio(system.ngrams.bleu), 3); }),
  };
}

std::vector<std::vector<std::string>> problem_rows(const Analysis& analysis) {
  const auto row = [&](const char* section, const char* label, const auto& count) {
    return system_row(analysis, link(section, label), [&](const SystemFigures& system) {
      return count_and_share(count(system), static_cast<int64_t>(analysis.segments));
    });
  };
  std::vector<std::vector<std::string>> rows = {
      row("coverage", "Much too long", [](const SystemFigures& system) { return system.coverage.over.segments; }),
      row("coverage", "Much too short", [](const SystemFigures& system) { return system.coverage.under.segments; }),
      row("repetitions", "With repetitions",
          [](const SystemFigures& system) { return system.repetitions.in_a_row + system.repetitions.scattered; }),
      row("repetitions", "Empty", [](const SystemFigures& system) { return system.outputs.empty; }),
      row("repetitions", "Same output for different inputs",
          [](const SystemFigures& system) { return system.outputs.shared; }),
      row("script", "Other final mark", [](const SystemFigures& system) { return system.final_marks.differing; }),
  };
  if (analysis.input.sources.empty()) return rows;
  rows.push_back(
      row("repetitions", "Copy of the source", [](const SystemFigures& system) { return system.outputs.copies; }));
  rows.push_back(row("untranslated", "With untranslated words",
                     [](const SystemFigures& system) { return system.untranslated.segments; }));
  return rows;
}

}  // namespace

Section overview_section(const Analysis& analysis) {
  const auto scores = score_rows(analysis), problems = problem_rows(analysis);
  return {"overview", "Overview",
          definition("Scores are 0 to 100; the signatures at the top say how they are counted.") +
              table_html({"Scores", headers_with_systems(analysis, {"Figure"}), scores}) +
              definition("A line is one segment with its output; a share is of all lines.") +
              table_html({"Lines to look at", headers_with_systems(analysis, {"Lines"}), problems})};
}

}  // namespace tfm::analysis
