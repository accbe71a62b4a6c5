// Blanks in and beside Chinese text.
//
// A blank is any of Unicode's space separators: also U+00A0, and U+3000, which subtitles put where others write a
// comma. A tab and a line break are none. Both functions are idempotent and leave addresses, code and markup alone
// (protected_spans.h), and the blank that ends an address in Han characters. Text without Han characters and CJK marks
// stays as it is; in changed text, bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <string>

#include "config/config.h"

namespace tfm {

// No blanks between two Han characters, between a Han character and a full-width or CJK mark, or between two such
// marks. Curly quotes, … and — are as wide as an ideograph in Chinese only: blanks between two of them stay. Blanks
// beside Latin letters, digits, kana and Hangul stay, and so do those at both ends of the line.
std::string remove_han_spaces(std::string line);

// The border between a Han character and a Latin letter or ASCII digit, on either side.
// kKeep: as it is. kSpace: exactly one blank, "我用 GPU 训练 3 天". kNone: none, "我用GPU训练3天". Signs such as %, $
// and - are no border.

std::string apply_han_latin_spacing(HanLatinSpacing policy, std::string line);

}  // namespace tfm
