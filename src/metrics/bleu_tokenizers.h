// sacreBLEU's tokenizers. Each returns the line with spaces between its tokens; metrics::split then yields the tokens.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tfm::metrics {

// mteval-v13a.pl, as WMT uses it: SGML escapes are undone, most ASCII punctuation stands alone, full stops and commas
// do unless a digit is on the other side, a hyphen does after a digit.
std::u32string tokenize_13a(std::u32string_view line);
// Every Chinese character and full-width sign stands alone; 13a's punctuation rules (not its escapes) for the rest.
std::u32string tokenize_zh(std::u32string_view line);
// What tokenize_zh was meant to be: the ideographs of extension B and of the compatibility supplement stand alone too,
// and dashes, curly quotes and mathematical signs don't.
std::u32string tokenize_zh_fixed(std::u32string_view line);
// mteval-v14.pl's international tokenization: punctuation stands alone unless a digit is on the other side, symbols do
// always.
std::u32string tokenize_intl(std::u32string_view line);
// The pieces of `split`, such as a SentencePiece model's.
std::u32string tokenize_pieces(std::u32string_view line,
                               const std::function<std::vector<std::string>(const std::string&)>& split);
// Every code point stands alone.
std::u32string tokenize_char(std::u32string_view line);

}  // namespace tfm::metrics
