#include <algorithm>

#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "analysis/segment_list.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

std::string word_table(const Analysis& analysis, std::size_t system) {
  const auto& found = analysis.systems[system].untranslated;
  if (found.frequent.empty()) return "";
  Table result{concat("Words left most often, ", analysis.input.systems[system].name, " (",
                      shown_of(found.frequent.size(), found.different_words), ")"),
               {"Word", "Lines"},
               {}};
  for (const auto& [word, segments] : found.frequent) {
    result.rows.push_back({shown_word(word), grouped(segments)});
  }
  return table_html(result);
}

std::string joined(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 12;
  std::string html;
  for (std::size_t i = 0; i < std::min(kMost, words.size()); ++i) html += (i == 0 ? "" : ", ") + shown_word(words[i]);
  if (words.size() > kMost) html += concat(" and ", words.size() - kMost, " more");
  return html;
}

std::string list(const Analysis& analysis, std::size_t system) {
  const auto& found = analysis.systems[system].untranslated;
  std::vector<ListedSegment> listed;
  for (const auto& [segment, words] : found.clearest) listed.push_back({segment, joined(words)});
  return details(
      concat(lead(analysis, system), "with untranslated words (", shown_of(listed.size(), found.segments), ")"),
      segment_list(analysis.input, system, listed), false);
}

std::string body(const Analysis& analysis) {
  const auto what = analysis.target_is_han ? "Words with two Latin letters or more" : "Runs of Han characters";
  const auto counts = system_row(analysis, "With untranslated words", [&](const SystemFigures& system) {
    return count_and_share(system.untranslated.segments, static_cast<int64_t>(analysis.segments));
  });
  return definition(concat(what,
                           " that stand in the source and in the output, but in no reference, whatever their case; "
                           "copies of the whole source are left out.")) +
         table_html({"Lines with words left as they were", headers_with_systems(analysis, {"Lines"}), {counts}}) +
         concat("<div class=\"columns\">",
                for_each_system(analysis, [&](std::size_t i) { return word_table(analysis, i); }), "</div>") +
         for_each_system(analysis, [&](std::size_t i) { return list(analysis, i); });
}

}  // namespace

Section untranslated_section(const Analysis& analysis) {
  return {"untranslated", "Untranslated source words",
          analysis.input.sources.empty() ? paragraph("Unknown: the source texts were not given.") : body(analysis)};
}

}  // namespace tfm::analysis
