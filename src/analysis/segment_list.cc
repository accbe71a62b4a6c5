#include "analysis/segment_list.h"

#include "analysis/characters.h"
#include "analysis/page.h"
#include "analysis/shown_text.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

using metrics::EditKind;

std::string with_rest(std::string html, std::size_t left_out) {
  if (html.empty()) return "<span class=\"none\">empty</span>";
  if (left_out == 0) return html;
  return concat(html, " <span class=\"none\">… and ", grouped(static_cast<int64_t>(left_out)),
                " more characters</span>");
}

std::string plain(std::string_view text) {
  if (is_blank(text)) return with_rest("", 0);
  const auto shown = shown_text(text);
  return with_rest(escaped(shown.text), shown.left_out);
}

std::string marked_hypothesis(std::string_view text, const Differences& found) {
  return is_blank(text) ? with_rest("", 0) : with_rest(marked(found.hypothesis), found.hypothesis_left_out);
}

std::string marked_reference(std::string_view text, const Differences& found) {
  return is_blank(text) ? with_rest("", 0) : with_rest(marked(found.reference), found.reference_left_out);
}

std::string labelled(std::string_view label, std::string_view html) {
  return concat("<div><dt>", label, "</dt><dd dir=\"auto\">", html, "</dd></div>\n");
}

std::string source_row(const AnalysisInput& input, std::size_t segment) {
  return input.sources.empty() ? "" : labelled("Source", plain(input.sources[segment]));
}

std::string reference_label(const std::vector<std::string>& references, std::size_t index) {
  if (references.size() == 1) return "Reference";
  return concat("Reference ", index + 1, " of ", references.size());
}

std::string item(const ListedSegment& listed, std::string_view body) {
  return concat("<li><p class=\"note\"><b>Line ", grouped(static_cast<int64_t>(listed.segment) + 1), "</b> ",
                listed.note, "</p>\n", body, "</li>\n");
}

std::string segment_body(const AnalysisInput& input, std::size_t system, std::size_t segment) {
  const auto& references = input.references[segment];
  const auto& hypothesis = input.systems[system].hypotheses[segment];
  const auto found = differences(hypothesis, references);
  const auto& reference = references[found.reference_index];
  return concat("<dl>", source_row(input, segment),
                labelled(reference_label(references, found.reference_index), marked_reference(reference, found)),
                labelled("Output", marked_hypothesis(hypothesis, found)), "</dl>");
}

std::string side_by_side_body(const AnalysisInput& input, std::size_t first, std::size_t second, std::size_t segment) {
  const auto& references = input.references[segment];
  const auto& first_output = input.systems[first].hypotheses[segment];
  const auto& second_output = input.systems[second].hypotheses[segment];
  const auto second_differences = differences(second_output, references);
  const std::size_t index = second_differences.reference_index;
  return concat("<dl>", source_row(input, segment),
                labelled(reference_label(references, index), plain(references[index])), "</dl><dl class=\"pair\">",
                labelled(escaped(input.systems[first].name),
                         marked_hypothesis(first_output, differences(first_output, references))),
                labelled(escaped(input.systems[second].name), marked_hypothesis(second_output, second_differences)),
                "</dl>");
}

template <typename Body>
std::string list_html(std::span<const ListedSegment> segments, const Body& body) {
  if (segments.empty()) return "";
  std::string html = "<ol class=\"segments\">\n";
  for (const auto& listed : segments) html += item(listed, body(listed.segment));
  return html + "</ol>\n";
}

}  // namespace

std::string segment_list(const AnalysisInput& input, std::size_t system, std::span<const ListedSegment> segments) {
  return list_html(segments, [&](std::size_t segment) { return segment_body(input, system, segment); });
}

std::string side_by_side_list(const AnalysisInput& input, std::size_t first, std::size_t second,
                              std::span<const ListedSegment> segments) {
  return list_html(segments, [&](std::size_t segment) { return side_by_side_body(input, first, second, segment); });
}

std::string marked(std::span<const TextRun> runs) {
  std::string html;
  for (const auto& [kind, text] : runs) {
    const std::string element = kind == EditKind::kReplaced  ? "mark"
                                : kind == EditKind::kRemoved ? "del"
                                : kind == EditKind::kAdded   ? "ins"
                                                             : "";
    html += element.empty() ? escaped(text) : concat("<", element, ">", escaped(text), "</", element, ">");
  }
  return html;
}

std::string marks_legend() {
  return "<p class=\"legend\"><mark>replaced</mark> differs in both, <del>missing</del> is in the reference only, "
         "<ins>added</ins> is in the output only.</p>\n";
}

}  // namespace tfm::analysis
