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

// Each character that `stands_alone` says so of gets a space on each side.
template <typename Predicate>
std::u32string surround_with_spaces(std::u32string_view line, Predicate stands_alone) {
  std::u32string out;
  out.reserve(line.size() * 2);
  for (const char32_t c : line) {
    if (stands_alone(c)) {
      out += {U' ', c, U' '};
    } else {
      out += c;
    }
  }
  return out;
}

void replace_all(std::u32string& text, std::u32string_view from, std::u32string_view to);

}  // namespace tfm::metrics
