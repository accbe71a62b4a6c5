#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "analysis/segment_list.h"
#include "analysis/shown_text.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

Table table(const Analysis& analysis) {
  const auto row = [&](const char* label, const auto& count) {
    return system_row(analysis, label, [&](const SystemFigures& system) {
      return count_and_share(count(system), static_cast<int64_t>(analysis.segments));
    });
  };
  Table result{
      "Lines that repeat or say nothing",
      headers_with_systems(analysis, {"Lines"}),
      {row("Repeated in a row", [](const SystemFigures& system) { return system.repetitions.in_a_row; }),
       row("Repeated here and there", [](const SystemFigures& system) { return system.repetitions.scattered; }),
       row("Same output for different inputs", [](const SystemFigures& system) { return system.outputs.shared; }),
       row("Empty", [](const SystemFigures& system) { return system.outputs.empty; })}};
  if (analysis.input.sources.empty()) return result;
  result.rows.push_back(row("Copy of the source", [](const SystemFigures& system) { return system.outputs.copies; }));
  return result;
}

std::string note(const Repetition& found) {
  const auto times = concat("“", shown_word(found.pattern), "” ", grouped(found.times));
  if (found.in_a_row) return times + " times in a row";
  return concat(times, " times; in the reference ", grouped(found.in_references));
}

std::string repetition_list(const Analysis& analysis, std::size_t system) {
  const auto& found = analysis.systems[system].repetitions;
  std::vector<ListedSegment> listed;
  for (const auto& repetition : found.clearest) listed.push_back({repetition.segment, note(repetition)});
  return details(concat(lead(analysis, system), "with repetitions (",
                        shown_of(listed.size(), found.in_a_row + found.scattered), ")"),
                 segment_list(analysis.input, system, listed), false);
}

std::string plain_list(const Analysis& analysis, std::size_t system, const std::vector<std::size_t>& segments,
                       int64_t all, const char* summary) {
  std::vector<ListedSegment> listed;
  for (const std::size_t segment : segments) listed.push_back({segment, ""});
  return details(concat(lead(analysis, system), summary, " (", shown_of(listed.size(), all), ")"),
                 segment_list(analysis.input, system, listed), false);
}

std::string shared_table(const Analysis& analysis, std::size_t system) {
  const auto& outputs = analysis.input.systems[system].hypotheses;
  const auto& found = analysis.systems[system].outputs.clearest;
  Table result{"Outputs of several inputs: " + analysis.input.systems[system].name,
               {"Output", "Lines", "Different inputs", "First line"},
               {}};
  for (const auto& [segment, segments, inputs] : found) {
    const auto shown = shown_text(outputs[segment]);
    result.rows.push_back({concat("<bdi>", escaped(shown.text), "</bdi>", shown.left_out > 0 ? "…" : ""),
                           grouped(segments), grouped(inputs), grouped(static_cast<int64_t>(segment) + 1)});
  }
  return details(concat(lead(analysis, system), "the same output for different inputs (",
                        grouped(analysis.systems[system].outputs.shared), " lines)"),
                 found.empty() ? "" : table_html(result), false);
}

std::string lists(const Analysis& analysis, std::size_t system) {
  const auto& outputs = analysis.systems[system].outputs;
  auto html = repetition_list(analysis, system) + shared_table(analysis, system) +
              plain_list(analysis, system, outputs.first_empty, outputs.empty, "empty");
  if (analysis.input.sources.empty()) return html;
  return html + plain_list(analysis, system, outputs.first_copies, outputs.copies, "copies of the source");
}

}  // namespace

Section repetition_section(const Analysis& analysis) {
  return {"repetitions", "Repeated and empty outputs",
          definition("In a row: a word, a character or a run of up to twenty stands three times or more one after the "
                     "other, and in no reference; marks alone count from seven times on. Here and there: two to four "
                     "tokens stand at least three times more than in any reference, and the excess is a quarter of the "
                     "output or more.") +
              definition(concat("Same output: word for word the output of another line whose ",
                                analysis.input.sources.empty() ? "reference" : "source", " is different.")) +
              table_html(table(analysis)) +
              for_each_system(analysis, [&](std::size_t i) { return lists(analysis, i); })};
}

}  // namespace tfm::analysis
