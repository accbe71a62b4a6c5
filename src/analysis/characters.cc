#include "analysis/characters.h"

#include "metrics/python_string.h"
#include "metrics/unicode_properties.h"

namespace tfm::analysis {
namespace {

bool is_in(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

// With the compatibility ideographs, the iteration mark and the ideographic zero.
bool is_han(char32_t c) {
  return is_in(c, 0x4E00, 0x9FFF) || is_in(c, 0x3400, 0x4DBF) || is_in(c, 0xF900, 0xFAFF) ||
         is_in(c, 0x20000, 0x3FFFF) || c == 0x3005 || c == 0x3007;
}

bool is_ascii_letter(char32_t c) { return is_in(c, 'A', 'Z') || is_in(c, 'a', 'z'); }

// Beyond ASCII: Latin-1 to IPA without the signs of multiplication and division, and Latin Extended Additional.
bool is_extended_latin(char32_t c) {
  return (is_in(c, 0xC0, 0x2AF) && c != 0xD7 && c != 0xF7) || is_in(c, 0x1E00, 0x1EFF);
}

bool is_full_width(char32_t c) {
  return is_in(c, 0xFF10, 0xFF19) || is_in(c, 0xFF21, 0xFF3A) || is_in(c, 0xFF41, 0xFF5A);
}

bool is_in_cjk_block(char32_t c) {
  return is_in(c, 0x3000, 0x30FF) || is_in(c, 0xFE10, 0xFE1F) || is_in(c, 0xFE30, 0xFE4F) || is_in(c, 0xFF00, 0xFFEF);
}

CharacterClass ascii_class(char32_t c) {
  if (is_ascii_letter(c)) return CharacterClass::kLatin;
  if (is_in(c, '0', '9')) return CharacterClass::kDigit;
  return is_in(c, '!', '~') ? CharacterClass::kAsciiMark : CharacterClass::kOther;
}

}  // namespace

CharacterClass class_of(char32_t c) {
  if (metrics::is_space(c)) return CharacterClass::kSpace;
  if (c < 0x80) return ascii_class(c);
  if (c == 0xFFFD) return CharacterClass::kReplacement;
  if (is_han(c)) return CharacterClass::kHan;
  if (is_extended_latin(c)) return CharacterClass::kLatin;
  if (is_full_width(c)) return CharacterClass::kFullWidth;
  if (!metrics::is_punctuation(c) && !metrics::is_symbol(c)) return CharacterClass::kOther;
  return is_in_cjk_block(c) ? CharacterClass::kCjkMark : CharacterClass::kOtherMark;
}

bool is_mark(char32_t c) {
  const auto kind = class_of(c);
  return kind == CharacterClass::kCjkMark || kind == CharacterClass::kAsciiMark || kind == CharacterClass::kOtherMark;
}

bool is_kana(char32_t c) {
  return is_in(c, 0x3041, 0x3096) || is_in(c, 0x30A1, 0x30FA) || c == 0x30FC || is_in(c, 0x31F0, 0x31FF) ||
         is_in(c, 0xFF66, 0xFF9F);
}

bool is_blank(std::string_view text) { return metrics::strip(metrics::decode_utf8(text)).empty(); }

}  // namespace tfm::analysis
