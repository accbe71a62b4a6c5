#include "analysis/characters.h"

#include "metrics/python_string.h"
#include "text/characters.h"
#include "text/unicode_properties.h"

namespace tfm::analysis {
namespace {

CharacterClass ascii_class(char32_t c) {
  if (is_latin(c)) return CharacterClass::kLatin;
  if (is_ascii_digit(c)) return CharacterClass::kDigit;
  return c >= '!' && c <= '~' ? CharacterClass::kAsciiMark : CharacterClass::kOther;
}

}  // namespace

CharacterClass class_of(char32_t c) {
  if (metrics::is_space(c)) return CharacterClass::kSpace;
  if (c < 0x80) return ascii_class(c);
  if (c == kReplacementCharacter) return CharacterClass::kReplacement;
  if (is_han(c)) return CharacterClass::kHan;
  if (is_latin(c)) return CharacterClass::kLatin;
  if (is_full_width_alphanumeric(c)) return CharacterClass::kFullWidth;
  if (!is_punctuation(c) && !is_symbol(c)) return CharacterClass::kOther;
  return is_in_cjk_block(c) ? CharacterClass::kCjkMark : CharacterClass::kOtherMark;
}

bool is_mark(char32_t c) {
  const auto kind = class_of(c);
  return kind == CharacterClass::kCjkMark || kind == CharacterClass::kAsciiMark || kind == CharacterClass::kOtherMark;
}

bool is_blank(std::string_view text) { return metrics::strip(metrics::decode_utf8(text)).empty(); }

}  // namespace tfm::analysis
