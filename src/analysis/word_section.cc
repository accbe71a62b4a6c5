#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

std::string word_table(const std::vector<WordCount>& words, const char* caption, std::vector<std::string> headers) {
  if (words.empty()) return paragraph(concat(caption, ": none twice or more."));
  Table table{caption, std::move(headers), {}};
  for (const auto& [token, times, all] : words) {
    const auto share = 100.0 * static_cast<double>(times) / static_cast<double>(all);
    table.rows.push_back({shown_word(token), grouped(times), grouped(all), decimal(share, 0) + "&nbsp;%"});
  }
  return table_html(table);
}

std::string tables(const Analysis& analysis, std::size_t system) {
  const auto& words = analysis.systems[system].words;
  const auto heading =
      analysis.systems.size() == 1 ? "" : concat("<h3>", escaped(analysis.input.systems[system].name), "</h3>\n");
  return concat(heading, "<div class=\"columns\">",
                word_table(words.missed, "Missed", {"Token", "Missed", "In references", "Share"}),
                word_table(words.surplus, "Too often", {"Token", "Too often", "In outputs", "Share"}), "</div>\n");
}

}  // namespace

Section word_section(const Analysis& analysis) {
  return {
      "words", "Missed and surplus tokens",
      definition("Missed: copies of a token that every reference of a line has more than the output. Too often: copies "
                 "that the output has more than any reference. Sorted by count times share, so that tokens both "
                 "frequent and mostly wrong come first.") +
          for_each_system(analysis, [&](std::size_t i) { return tables(analysis, i); })};
}

}  // namespace tfm::analysis
