#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

struct ClassName {
  CharacterClass kind;
  const char* name;
};

constexpr std::array<ClassName, kNumCharacterClasses - 1> kClassNames = {{
    {CharacterClass::kHan, "Han characters"},
    {CharacterClass::kLatin, "Latin letters"},
    {CharacterClass::kDigit, "ASCII digits"},
    {CharacterClass::kFullWidth, "Full-width letters and digits"},
    {CharacterClass::kCjkMark, "Full-width and CJK marks (，。「」)"},
    {CharacterClass::kAsciiMark, "ASCII marks"},
    {CharacterClass::kOtherMark, "Other marks (“ ” — … €)"},
    {CharacterClass::kOther, "Other letters and signs"},
    {CharacterClass::kReplacement, "Replacement characters (U+FFFD)"},
}};

constexpr std::array<const char*, kNumMarks> kMarkNames = {
    "Comma ， ,", "Enumeration comma 、", "Full stop 。 .",       "Question mark ？ ?", "Exclamation mark ！ !",
    "Colon ： :", "Semicolon ； ;",       "Quotation marks “ \"", "Brackets （ (",      "Title marks 《",
    "Dashes — -", "Ellipses … ..."};

// The references first, then each system.
template <typename Cell>
std::vector<std::string> script_row(const Analysis& analysis, std::string label, const Cell& cell) {
  std::vector<std::string> row = {std::move(label), cell(analysis.reference_script)};
  for (const auto& system : analysis.systems) row.push_back(cell(system.script));
  return row;
}

Table character_table(const Analysis& analysis) {
  Table result{"Characters", headers_with_systems(analysis, {"Class", "Reference"}), {}};
  for (const auto& [kind, name] : kClassNames) {
    result.rows.push_back(script_row(analysis, name, [kind = kind](const ScriptFigures& figures) {
      return count_and_share(figures.characters[static_cast<std::size_t>(kind)], figures.visible);
    }));
  }
  const auto add = [&](const char* label, int64_t ScriptFigures::*count) {
    result.rows.push_back(
        script_row(analysis, label, [count](const ScriptFigures& figures) { return grouped(figures.*count); }));
  };
  add("All but white space", &ScriptFigures::visible);
  add("Spaces between Han characters", &ScriptFigures::spaces_within_han);
  add("Lines with U+FFFD", &ScriptFigures::replacement_lines);
  return result;
}

Table mark_table(const Analysis& analysis) {
  Table result{"Punctuation: typographic form / ASCII form", headers_with_systems(analysis, {"Mark", "Reference"}), {}};
  for (std::size_t i = 0; i < kNumMarks; ++i) {
    result.rows.push_back(script_row(analysis, kMarkNames[i], [i](const ScriptFigures& figures) {
      return concat(grouped(figures.marks[i].typographic), " / ", grouped(figures.marks[i].ascii));
    }));
  }
  return result;
}

std::string mark_name(const std::u32string& mark) { return mark.empty() ? "no mark" : escaped(mark); }

std::string final_mark_table(const Analysis& analysis, std::size_t system) {
  const auto& found = analysis.systems[system].final_marks;
  if (found.frequent.empty()) return "";
  Table result{concat("Ends with another mark, ", analysis.input.systems[system].name, " (", grouped(found.differing),
                      " lines)"),
               {"Reference → output", "Lines"},
               {}};
  for (const auto& [reference, hypothesis, segments] : found.frequent) {
    result.rows.push_back({concat(mark_name(reference), " → ", mark_name(hypothesis)), grouped(segments)});
  }
  return table_html(result);
}

}  // namespace

Section script_section(const Analysis& analysis) {
  return {
      "script", "Script and punctuation",
      definition("Counts of characters and their share of all that isn't white space; of several references the first "
                 "counts.") +
          table_html(character_table(analysis)) +
          definition("Typographic: the full-width signs of Chinese, curly quotes, long dashes, the one-sign ellipsis. "
                     "Points and commas within numbers, and hyphens and apostrophes within words, don't count.") +
          table_html(mark_table(analysis)) + "<h3>Final marks</h3>\n" +
          definition("Lines whose last sign is another than that of every reference; empty outputs are left out.") +
          concat("<div class=\"columns\">",
                 for_each_system(analysis, [&](std::size_t i) { return final_mark_table(analysis, i); }), "</div>")};
}

}  // namespace tfm::analysis
