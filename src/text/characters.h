// Kinds of code points by script, width and visibility: ranges of Unicode's blocks and short lists of properties.
#pragma once

namespace tfm {

// White_Space and the separators U+001C to U+001F, as Python's str.isspace().
bool is_white_space(char32_t c);
// General category Zs: the blanks of all widths, none that breaks a line, no tab.
bool is_space_separator(char32_t c);
// General category Cc, and U+2028 and U+2029, which break a line.
bool is_control_or_line_break(char32_t c);
// Default_Ignorable_Code_Point: joiners, direction marks, variation selectors, byte-order marks.
bool is_zero_width(char32_t c);
// Category Co.
bool is_private_use(char32_t c);

// Ideographs, those of compatibility too, the iteration mark 々 and the ideographic zero 〇.
bool is_han(char32_t c);
bool is_kana(char32_t c);
bool is_hangul(char32_t c);
bool is_cyrillic(char32_t c);
// Letters: ASCII, Latin-1 to IPA, and Latin Extended Additional.
bool is_latin(char32_t c);
bool is_ascii_digit(char32_t c);
// Latin letters and digits as wide as an ideograph.
bool is_full_width_alphanumeric(char32_t c);
// Where the punctuation of Chinese and Japanese and all full-width signs stand.
bool is_in_cjk_block(char32_t c);
// Pictures past the basic plane, and the letters that flags are made of; ☀ and ★ are signs.
bool is_emoji(char32_t c);

}  // namespace tfm
