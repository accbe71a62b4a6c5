// Single questions about a line or the two sides of a pair. Text is valid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

int64_t count_characters(std::string_view text);

// Equal but for blanks at the ends, and with at least one letter: "2009" is its own translation.
bool is_untranslated(std::string_view source, std::string_view target);

// Share of digits, marks and symbols among the characters that aren't blanks; 0 where there are none.
double symbol_share(std::string_view text);

// The digit sequences of two or more, in ascending order; full-width digits as ASCII ones, "1,000" as 1000.
std::vector<std::string> numbers_in(std::string_view text);

// From "http://", "https://" or "www." to the next blank or character that no address has, marks at the end left out,
// in ascending order; in lower case, without "http://", "https://" and a slash at the end.
std::vector<std::string> urls_in(std::string_view text);

// Tags such as <b> or </p>, and entities such as &amp; or &#39;.
bool has_markup(std::string_view text);

// In lower case, without marks, symbols and blanks: what two lines have in common that differ in nothing else. All of
// the text where nothing would be left.
std::string without_marks(std::string_view text);

}  // namespace tfm
