// Where words begin and end, and terms with them.
//
// In scripts that put blanks between words a term must not be part of a longer word: "cat" isn't in "catalogue". In
// Chinese, Japanese, Thai and others without blanks, and in Korean, where endings are glued on, it may stand anywhere.
#pragma once

#include <string_view>

namespace tfm {

// A letter, digit or mark of a script that puts blanks between words.
bool is_word_character(char32_t c);

// Whether text[begin, begin + length) is cut out of no word on either side.
bool stands_by_itself(std::u32string_view text, std::size_t begin, std::size_t length);

// Whether the term, not empty, stands somewhere in the text by itself.
bool contains_term(std::u32string_view text, std::u32string_view term);

}  // namespace tfm
