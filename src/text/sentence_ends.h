// Where sentences and clauses end, by their marks. Meant for Chinese and English; marks of other scripts that stand for
// nothing else count as well.
#pragma once

#include <string_view>
#include <vector>

namespace tfm {

// Each function: parts that together are the text, byte for byte; none for an empty text. Marks, the closing quotes and
// brackets behind them and white space belong to the part that they end.

// 。！？；… end a sentence wherever they stand. So do . ! ? before white space or the text's end, and between Chinese
// characters; not before a word in lower case, and the full stop not behind an abbreviation (Dr., e.g., U.S.), an
// initial, or the number that begins a list's item.
std::vector<std::string_view> sentences_of(std::string_view text);

// ，、；：— anywhere, and , ; : before white space or between Chinese characters.
std::vector<std::string_view> clauses_of(std::string_view text);

// A word with the white space behind it.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace tfm
