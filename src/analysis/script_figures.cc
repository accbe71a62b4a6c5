#include "analysis/script_figures.h"

#include <string_view>

#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

struct MarkSigns {
  Mark mark;
  std::u32string_view typographic;
  std::u32string_view ascii;
};

constexpr std::array<MarkSigns, kNumMarks> kSigns = {{
    {Mark::kComma, U"\uFF0C", U","},
    {Mark::kEnumerationComma, U"\u3001", U""},
    {Mark::kFullStop, U"\u3002\uFF0E\uFF61", U"."},
    {Mark::kQuestion, U"\uFF1F", U"?"},
    {Mark::kExclamation, U"\uFF01", U"!"},
    {Mark::kColon, U"\uFF1A", U":"},
    {Mark::kSemicolon, U"\uFF1B", U";"},
    {Mark::kQuotation, U"\u201C\u201D\u2018\u2019\u300C\u300D\u300E\u300F\uFF02\uFF07", U"\"'"},
    {Mark::kBracket, U"\uFF08\uFF09\u3010\u3011\u3014\u3015\uFF3B\uFF3D", U"()[]"},
    {Mark::kTitleMark, U"\u300A\u300B\u3008\u3009", U""},
    {Mark::kDash, U"\u2014\u2013\u2015\uFF0D\uFF5E", U"-~"},
    {Mark::kEllipsis, U"\u2026\u22EF", U""},
}};

bool holds(std::u32string_view signs, char32_t c) { return signs.find(c) != std::u32string_view::npos; }

bool is_between(CharacterClass kind, std::u32string_view line, std::size_t i) {
  return i > 0 && i + 1 < line.size() && class_of(line[i - 1]) == kind && class_of(line[i + 1]) == kind;
}

bool is_part_of_word(std::u32string_view line, std::size_t i) {
  if (line[i] == '.' || line[i] == ',') return is_between(CharacterClass::kDigit, line, i);
  return (line[i] == '\'' || line[i] == 0x2019 || line[i] == '-') && is_between(CharacterClass::kLatin, line, i);
}

bool is_equal_to_next(std::u32string_view line, std::size_t i) { return i + 1 < line.size() && line[i] == line[i + 1]; }

// Of the position and the run of equal signs that begins there; moves `i` to its end.
void count_mark(std::u32string_view line, std::size_t& i, ScriptFigures& figures) {
  const auto forms = [&](Mark mark) -> MarkForms& { return figures.marks[static_cast<std::size_t>(mark)]; };
  const char32_t c = line[i];
  if ((c == '.' || c == 0x2026) && is_equal_to_next(line, i)) {
    while (is_equal_to_next(line, i)) ++i;
    ++(c == '.' ? forms(Mark::kEllipsis).ascii : forms(Mark::kEllipsis).typographic);
    return;
  }
  if (is_part_of_word(line, i)) return;
  for (const auto& signs : kSigns) {
    if (holds(signs.typographic, c)) ++forms(signs.mark).typographic;
    if (holds(signs.ascii, c)) ++forms(signs.mark).ascii;
  }
}

void count_characters(std::u32string_view line, ScriptFigures& figures) {
  auto last_visible = CharacterClass::kSpace, before = CharacterClass::kSpace;
  bool has_replacement = false;
  for (const char32_t c : line) {
    const auto kind = class_of(c);
    ++figures.characters[static_cast<std::size_t>(kind)];
    has_replacement = has_replacement || kind == CharacterClass::kReplacement;
    if (kind == CharacterClass::kHan && before == CharacterClass::kSpace && last_visible == CharacterClass::kHan) {
      ++figures.spaces_within_han;
    }
    before = kind;
    if (kind == CharacterClass::kSpace) continue;
    last_visible = kind;
    ++figures.visible;
  }
  figures.replacement_lines += has_replacement ? 1 : 0;
}

}  // namespace

ScriptFigures script_figures(const std::vector<std::string>& lines) {
  ScriptFigures figures;
  for (const auto& bytes : lines) {
    const auto line = metrics::decode_utf8(bytes);
    count_characters(line, figures);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (is_mark(line[i])) count_mark(line, i, figures);
    }
  }
  return figures;
}

}  // namespace tfm::analysis
