#include "chinese/spacing.h"

#include <algorithm>

#include "chinese/protected_spans.h"
#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

using Line = std::u32string_view;

bool is_latin_or_digit(char32_t c) { return is_latin(c) || is_ascii_digit(c); }

bool is_quote_or_dash(char32_t c) { return Line(U"“”‘’…—").find(c) != Line::npos; }

// A sign as wide as an ideograph whatever the font, letters and digits apart.
bool is_wide_mark(char32_t c) {
  return is_in_cjk_block(c) && !is_kana(c) && !is_full_width_alphanumeric(c) && !is_space_separator(c);
}

bool is_wide(char32_t c) { return is_han(c) || is_wide_mark(c); }

bool keeps_no_blank(char32_t left, char32_t right) {
  return (is_wide(left) && (is_wide(right) || is_quote_or_dash(right))) || (is_quote_or_dash(left) && is_wide(right));
}

bool is_border(char32_t left, char32_t right) {
  return (is_han(left) && is_latin_or_digit(right)) || (is_latin_or_digit(left) && is_han(right));
}

// Rewrites each run of blanks that has a character on both sides, and each empty place between two characters, as
// `wanted(left, right, run)` says.
template <typename Wanted>
std::u32string respaced(Line line, const Wanted& wanted) {
  const ProtectedSpans spans(line);
  std::u32string result;
  std::size_t copied = 0;
  for (std::size_t i = 0, next = 0; i < line.size(); i = next) {
    next = i + 1;
    while (next < line.size() && is_space_separator(line[next])) ++next;
    if (next == line.size() || is_space_separator(line[i]) || spans.hold_together(i, next)) continue;
    const Line run = line.substr(i + 1, next - i - 1);
    // This blank is what ends an address.
    if (!run.empty() && spans.hold(i) && is_han(line[i])) continue;
    const Line blanks = wanted(line[i], line[next], run);
    if (blanks == run) continue;
    result.append(line.substr(copied, i + 1 - copied)).append(blanks);
    copied = next;
  }
  return result.append(line.substr(copied));
}

// No Han character and no CJK mark begins with a lower byte in UTF-8.
bool may_hold_chinese(std::string_view utf8) {
  return std::ranges::any_of(utf8, [](char byte) { return static_cast<unsigned char>(byte) >= 0xE3; });
}

std::string encoded(const std::u32string& changed, const std::u32string& text, std::string line) {
  return changed == text ? line : encode_utf8(changed);
}

}  // namespace

std::string remove_han_spaces(std::string line) {
  if (!may_hold_chinese(line)) return line;
  const std::u32string text = decode_utf8(line);
  return encoded(respaced(text, [](char32_t left, char32_t right,
                                   Line run) { return !run.empty() && keeps_no_blank(left, right) ? Line() : run; }),
                 text, std::move(line));
}

std::string apply_han_latin_spacing(HanLatinSpacing policy, std::string line) {
  if (policy == HanLatinSpacing::kKeep || !may_hold_chinese(line)) return line;
  const std::u32string text = decode_utf8(line);
  const Line wanted = policy == HanLatinSpacing::kSpace ? U" " : U"";
  return encoded(respaced(text, [wanted](char32_t left, char32_t right,
                                         Line run) { return is_border(left, right) ? wanted : run; }),
                 text, std::move(line));
}

}  // namespace tfm
