// What characters a text is written in, and which forms its punctuation takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/characters.h"

namespace tfm::analysis {

enum class Mark {
  kComma,
  kEnumerationComma,
  kFullStop,
  kQuestion,
  kExclamation,
  kColon,
  kSemicolon,
  kQuotation,
  kBracket,
  kTitleMark,
  kDash,
  kEllipsis,
  kNone
};
inline constexpr std::size_t kNumMarks = static_cast<std::size_t>(Mark::kNone);

struct MarkForms {
  int64_t typographic = 0;  // the form of Chinese text: full-width, or curly quotes, long dashes, one-sign ellipses
  int64_t ascii = 0;
};

struct ScriptFigures {
  std::array<int64_t, kNumCharacterClasses> characters{};  // by CharacterClass
  std::array<MarkForms, kNumMarks> marks{};                // by Mark
  int64_t visible = 0;                                     // characters that aren't white space
  int64_t spaces_within_han = 0;                           // runs of white space with a Han character on both sides
  int64_t replacement_lines = 0;                           // lines with U+FFFD, or bytes that aren't UTF-8
};

// A run of full stops ("...") is one ellipsis, a run of ellipses too; points and commas between digits, and apostrophes
// between letters, are no marks.
ScriptFigures script_figures(const std::vector<std::string>& lines);

}  // namespace tfm::analysis
