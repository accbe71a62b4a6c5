// sacreBLEU's tokenizers. Each returns the line with spaces between its tokens; metrics::split then yields the tokens.
#pragma once

#include <string>
#include <string_view>

namespace tfm::metrics {

// mteval-v13a.pl, as WMT uses it: SGML escapes are undone, most ASCII punctuation stands alone, full stops and commas
// do unless a digit is on the other side, a hyphen does after a digit.
std::u32string tokenize_13a(std::u32string_view line);
// Every Chinese character and full-width sign stands alone; 13a's punctuation rules (not its escapes) for the rest.
std::u32string tokenize_zh(std::u32string_view line);
// Every code point stands alone.
std::u32string tokenize_char(std::u32string_view line);

}  // namespace tfm::metrics
