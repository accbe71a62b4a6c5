// What characters a text is written in: scripts, widths of marks, invisible and unknown characters.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "chinese/han_script.h"

namespace tfm {

// Every character has one class. kFullWidthMark: the wide form of an ASCII mark, U+FF01 to U+FF5E. kCjkMark: the other
// marks of Chinese and Japanese (。、《》「」). kOtherMark: also “ ” ‘ ’ — …, which Latin text uses as well.
// kOtherLetter: other scripts, combining marks, unassigned code points. kControl: line breaks within the line too, but
// no tab, which is white space.
enum class ScriptClass : uint8_t {
  kHanCommon,
  kHanSimplified,
  kHanTraditional,
  kLatin,
  kDigit,
  kFullWidthAlphanumeric,
  kKana,
  kHangul,
  kCyrillic,
  kOtherLetter,
  kAsciiMark,
  kFullWidthMark,
  kCjkMark,
  kOtherMark,
  kEmoji,
  kWhiteSpace,
  kControl,
  kZeroWidth,
  kPrivateUse,
  kReplacement
};
inline constexpr std::size_t kNumScriptClasses = 20;

ScriptClass script_class(char32_t c);

struct CharacterCount {
  std::string character;
  int64_t count = 0;
};

struct ScriptSummary {
  int64_t lines = 0;
  int64_t characters = 0;
  int64_t visible = 0;  // all but white space: what shares are shares of
  std::array<int64_t, kNumScriptClasses> by_class{};
  HanScript script = HanScript::kNone;  // of the text
  std::array<int64_t, kNumHanScripts> lines_by_script{};
  std::vector<int64_t> first_mixed_lines;  // simplified and traditional in one line; the first 20, from 1
  int64_t spaces_within_han = 0;           // runs of blanks with a Han character on both sides
  int64_t ascii_marks_beside_han = 0;  // of , . ? ! : ; ( ) " ' with a Han character before or behind them, or blanks
                                       // and a Han character
  bool vocabulary_known = false;
  int64_t outside_vocabulary = 0;                           // occurrences
  int64_t distinct_outside_vocabulary = 0;                  // characters
  std::vector<CharacterCount> frequent_outside_vocabulary;  // the 20 most frequent, then by code point

  int64_t of(ScriptClass kind) const { return by_class[static_cast<std::size_t>(kind)]; }
};

// Adds up lines. Not to be used from two threads at once; the dictionaries behind it are.
class ScriptReport {
 public:
  // Whether the vocabulary has a character (UTF-8), asked once for each that occurs, white space excepted.
  using InVocabulary = std::function<bool(std::string_view character)>;

  explicit ScriptReport(InVocabulary in_vocabulary = {});

  void add(std::string_view line);
  ScriptSummary summary() const;

 private:
  template <typename Visit>
  void for_each_character(const Visit& visit) const;
  void count_vocabulary(ScriptSummary& summary) const;

  InVocabulary in_vocabulary_;
  ScriptSummary lines_;                                // what is known line by line
  std::vector<int64_t> counts_;                        // of the characters of the basic plane
  std::unordered_map<char32_t, int64_t> wide_counts_;  // of all others
};

// A table for a terminal; classes that don't occur are left out.
std::string script_report_text(const ScriptSummary& summary);

// One JSON object: "lines", "characters", "visible", "script", "characters_by_class", "lines_by_script", "mixed_lines",
// "spaces_within_han", "ascii_marks_beside_han" and, where a vocabulary was given, "outside_vocabulary".
std::string script_report_json(const ScriptSummary& summary);

}  // namespace tfm
