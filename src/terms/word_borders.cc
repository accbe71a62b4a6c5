#include "terms/word_borders.h"

#include "text/characters.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

// Thai, Lao, Tibetan, Burmese and Khmer.
bool is_southeast_asian(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0FFF) || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF);
}

bool is_of_script_without_borders(char32_t c) {
  return is_han(c) || is_kana(c) || is_hangul(c) || is_in_cjk_block(c) || is_southeast_asian(c);
}

}  // namespace

bool is_word_character(char32_t c) {
  if (c < 0x80) return is_latin(c) || is_ascii_digit(c);
  return !is_of_script_without_borders(c) && !is_white_space(c) && !is_control_or_line_break(c) && !is_zero_width(c) &&
         !is_punctuation(c) && !is_symbol(c);
}

bool stands_by_itself(std::u32string_view text, std::size_t begin, std::size_t length) {
  const auto end = begin + length;
  const bool glued_before = begin > 0 && is_word_character(text[begin - 1]) && is_word_character(text[begin]);
  const bool glued_behind = end < text.size() && is_word_character(text[end - 1]) && is_word_character(text[end]);
  return !glued_before && !glued_behind;
}

bool contains_term(std::u32string_view text, std::u32string_view term) {
  for (auto place = text.find(term); place != std::u32string_view::npos; place = text.find(term, place + 1)) {
    if (stands_by_itself(text, place, term.size())) return true;
  }
  return false;
}

}  // namespace tfm
