#include "analysis/units.h"

#include "analysis/characters.h"
#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

bool is_word_character(char32_t c) {
  switch (class_of(c)) {
    case CharacterClass::kLatin:
    case CharacterClass::kDigit:
    case CharacterClass::kFullWidth:
      return true;
    case CharacterClass::kOther:
      return !is_kana(c);
    default:
      return false;
  }
}

bool is_digit(char32_t c) { return class_of(c) == CharacterClass::kDigit; }

// An apostrophe within a word, a point or comma within a number.
bool joins(char32_t before, char32_t c, char32_t after) {
  if (c == '\'' || c == 0x2019) return is_word_character(before) && is_word_character(after);
  return (c == '.' || c == ',') && is_digit(before) && is_digit(after);
}

bool continues_word(std::u32string_view text, std::size_t i) {
  if (is_word_character(text[i])) return true;
  return i + 1 < text.size() && joins(text[i - 1], text[i], text[i + 1]);
}

}  // namespace

std::vector<std::u32string_view> units(std::u32string_view text) {
  std::vector<std::u32string_view> result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i++;
    if (metrics::is_space(text[begin])) continue;
    if (is_word_character(text[begin])) {
      while (i < text.size() && continues_word(text, i)) ++i;
    }
    result.push_back(text.substr(begin, i - begin));
  }
  return result;
}

}  // namespace tfm::analysis
