#include "text/characters.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace tfm {
namespace {

constexpr bool is_in(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

struct CodePointRange {
  char32_t first;
  char32_t last;
};

// Default_Ignorable_Code_Point.
constexpr std::array<CodePointRange, 17> kZeroWidth{{{0x00AD, 0x00AD},
                                                     {0x034F, 0x034F},
                                                     {0x061C, 0x061C},
                                                     {0x115F, 0x1160},
                                                     {0x17B4, 0x17B5},
                                                     {0x180B, 0x180F},
                                                     {0x200B, 0x200F},
                                                     {0x202A, 0x202E},
                                                     {0x2060, 0x206F},
                                                     {0x3164, 0x3164},
                                                     {0xFE00, 0xFE0F},
                                                     {0xFEFF, 0xFEFF},
                                                     {0xFFA0, 0xFFA0},
                                                     {0xFFF0, 0xFFF8},
                                                     {0x1BCA0, 0x1BCA3},
                                                     {0x1D173, 0x1D17A},
                                                     {0xE0000, 0xE0FFF}}};

}  // namespace

bool is_white_space(char32_t c) {
  if (c < 0x80) return c == ' ' || is_in(c, 0x09, 0x0D) || is_in(c, 0x1C, 0x1F);
  return c == 0x85 || c == 0x2028 || c == 0x2029 || is_space_separator(c);
}

bool is_space_separator(char32_t c) {
  return c == ' ' || c == 0xA0 || c == 0x1680 || is_in(c, 0x2000, 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_control_or_line_break(char32_t c) { return c < 0x20 || is_in(c, 0x7F, 0x9F) || c == 0x2028 || c == 0x2029; }

bool is_zero_width(char32_t c) {
  const auto after = std::upper_bound(kZeroWidth.begin(), kZeroWidth.end(), c,
                                      [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return after != kZeroWidth.begin() && c <= std::prev(after)->last;
}

bool is_private_use(char32_t c) { return is_in(c, 0xE000, 0xF8FF) || is_in(c, 0xF0000, 0x10FFFF); }

bool is_han(char32_t c) {
  return is_in(c, 0x4E00, 0x9FFF) || is_in(c, 0x3400, 0x4DBF) || is_in(c, 0xF900, 0xFAFF) ||
         is_in(c, 0x20000, 0x3FFFF) || c == 0x3005 || c == 0x3007;
}

bool is_kana(char32_t c) {
  return is_in(c, 0x3041, 0x3096) || is_in(c, 0x30A1, 0x30FA) || c == 0x30FC || is_in(c, 0x31F0, 0x31FF) ||
         is_in(c, 0xFF66, 0xFF9F);
}

bool is_hangul(char32_t c) {
  return is_in(c, 0xAC00, 0xD7A3) || is_in(c, 0x1100, 0x11FF) || is_in(c, 0x3131, 0x318E) || is_in(c, 0xA960, 0xA97C);
}

bool is_cyrillic(char32_t c) { return is_in(c, 0x400, 0x52F); }

bool is_latin(char32_t c) {
  if (c < 0x80) return is_in(c | 0x20, 'a', 'z');
  // Without the signs of multiplication and division.
  return (is_in(c, 0xC0, 0x2AF) && c != 0xD7 && c != 0xF7) || is_in(c, 0x1E00, 0x1EFF);
}

bool is_ascii_digit(char32_t c) { return is_in(c, '0', '9'); }

bool is_full_width_alphanumeric(char32_t c) {
  return is_in(c, 0xFF10, 0xFF19) || is_in(c, 0xFF21, 0xFF3A) || is_in(c, 0xFF41, 0xFF5A);
}

bool is_in_cjk_block(char32_t c) {
  return is_in(c, 0x3000, 0x30FF) || is_in(c, 0xFE10, 0xFE1F) || is_in(c, 0xFE30, 0xFE4F) || is_in(c, 0xFF00, 0xFFEF);
}

bool is_emoji(char32_t c) { return is_in(c, 0x1F300, 0x1FAFF) || is_in(c, 0x1F1E6, 0x1F1FF); }

}  // namespace tfm
