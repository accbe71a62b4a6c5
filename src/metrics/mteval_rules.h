// The rules of NIST's mteval scripts that several tokenizers share.
#pragma once

#include <string>
#include <string_view>

namespace tfm::metrics {

// "&quot;", "&amp;", "&lt;" and "&gt;" become the characters they stand for.
void undo_escapes(std::u32string& text);
// All ASCII punctuation but the apostrophe, comma, hyphen and full stop gets a space on each side.
std::u32string separate_signs(std::u32string_view line);
// Full stops and commas stand alone unless a digit is on the other side, a hyphen does after a digit.
std::u32string separate_stops_and_hyphens(std::u32string_view line);

void replace_all(std::u32string& text, std::u32string_view from, std::u32string_view to);

}  // namespace tfm::metrics
