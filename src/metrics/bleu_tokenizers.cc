#include "metrics/bleu_tokenizers.h"

#include <algorithm>
#include <array>
#include <span>

#include "metrics/mteval_rules.h"
#include "metrics/python_string.h"
#include "text/unicode_properties.h"

namespace tfm::metrics {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// The table of TokenizerZh. Two of its ranges are not what they were meant to be: '\u20000' to '\u2a6d6' (Extension B)
// and '\u2f800' to '\u2fa1d' (Compatibility Supplement) have five digits where Python's \u takes four, so each is a
// string of two characters, and comparing with those gives U+2001..U+2A6D and U+2F81..U+2FA1 (the latter are Kangxi
// radicals anyway). General punctuation (dashes, curly quotes, the ellipsis), arrows and mathematical signs are
// therefore split off, while ideographs beyond the basic plane are not. Every published zh score has this in it, so it
// stays.
constexpr std::array<Range, 20> kChineseRanges = {{
    {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
    {0x2001, 0x2A6D}, {0xFF00, 0xFFEF}, {0x2E80, 0x2EFF}, {0x3000, 0x303F}, {0x31C0, 0x31EF},
    {0x2F00, 0x2FDF}, {0x2FF0, 0x2FFF}, {0x3100, 0x312F}, {0x31A0, 0x31BF}, {0xFE10, 0xFE1F},
    {0xFE30, 0xFE4F}, {0x2600, 0x26FF}, {0x2700, 0x27BF}, {0x3200, 0x32FF}, {0x3300, 0x33FF},
}};

constexpr std::size_t kMisspelled = 5;  // U+2001..U+2A6D

constexpr std::array<Range, 2> kSupplementaryRanges = {{{0x20000, 0x2A6D6}, {0x2F800, 0x2FA1D}}};

bool is_in(const Range& range, char32_t c) { return range.first <= c && c <= range.last; }

bool is_in_any(std::span<const Range> ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](const Range& range) { return is_in(range, c); });
}

bool is_chinese(char32_t c) { return c >= 0x2001 && is_in_any(kChineseRanges, c); }

bool is_chinese_fixed(char32_t c) {
  const std::span ranges(kChineseRanges);
  return c >= 0x2001 && (is_in_any(ranges.first(kMisspelled), c) || is_in_any(ranges.subspan(kMisspelled + 1), c) ||
                         is_in_any(kSupplementaryRanges, c));
}

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_no_digit(char32_t c) { return !is_digit(c); }
bool is_stop_or_comma(char32_t c) { return c == '.' || c == ','; }
bool is_hyphen(char32_t c) { return c == '-'; }

// All ASCII punctuation but the apostrophe, comma, hyphen and full stop; the space is in the class too.
bool is_separate_sign(char32_t c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// The regular expression (first)(second), replaced by before + "\1 \2" + after.
struct PairRule {
  bool (*first)(char32_t);
  bool (*second)(char32_t);
  std::u32string_view before;
  std::u32string_view after;
};

bool is_no_number(char32_t c) { return !is_number(c); }

constexpr std::array<PairRule, 2> kInternationalRules = {{
    {is_no_number, is_punctuation, U"", U" "},
    {is_punctuation, is_no_number, U" ", U""},
}};

constexpr std::array<PairRule, 3> kPairRules = {{
    {is_no_digit, is_stop_or_comma, U"", U" "},
    {is_stop_or_comma, is_no_digit, U" ", U""},
    {is_digit, is_hyphen, U"", U" "},
}};

// Left to right, each match past the last one, as re.sub does: in "..," only the first pair is one.
std::u32string apply_rule(const PairRule& rule, std::u32string_view line) {
  std::u32string out;
  out.reserve(line.size() * 2);
  for (size_t i = 0; i < line.size(); ++i) {
    if (i + 1 < line.size() && rule.first(line[i]) && rule.second(line[i + 1])) {
      out.append(rule.before).append({line[i], U' ', line[i + 1]}).append(rule.after);
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

}  // namespace

std::u32string separate_signs(std::u32string_view line) { return surround_with_spaces(line, is_separate_sign); }

std::u32string separate_stops_and_hyphens(std::u32string_view line) {
  std::u32string out(line);
  for (const PairRule& rule : kPairRules) out = apply_rule(rule, out);
  return out;
}

void replace_all(std::u32string& text, std::u32string_view from, std::u32string_view to) {
  for (size_t at = text.find(from); at != std::u32string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void undo_escapes(std::u32string& text) {
  // In this order: "&amp;lt;" becomes "<".
  replace_all(text, U"&quot;", U"\"");
  replace_all(text, U"&amp;", U"&");
  replace_all(text, U"&lt;", U"<");
  replace_all(text, U"&gt;", U">");
}

std::u32string tokenize_13a(std::u32string_view line) {
  std::u32string text(line);
  replace_all(text, U"<skipped>", U"");
  replace_all(text, U"-\n", U"");
  replace_all(text, U"\n", U" ");
  undo_escapes(text);
  return separate_stops_and_hyphens(separate_signs(U' ' + text + U' '));
}

std::u32string tokenize_zh(std::u32string_view line) {
  return separate_stops_and_hyphens(separate_signs(surround_with_spaces(strip(line), is_chinese)));
}

std::u32string tokenize_zh_fixed(std::u32string_view line) {
  return separate_stops_and_hyphens(separate_signs(surround_with_spaces(strip(line), is_chinese_fixed)));
}

std::u32string tokenize_intl(std::u32string_view line) {
  std::u32string out(line);
  for (const PairRule& rule : kInternationalRules) out = apply_rule(rule, out);
  return surround_with_spaces(out, is_symbol);
}

std::u32string tokenize_pieces(std::u32string_view line,
                               const std::function<std::vector<std::string>(const std::string&)>& split) {
  std::u32string out;
  for (const auto& piece : split(encode_utf8(line))) out.append(decode_utf8(piece)).append(U" ");
  return out;
}

std::u32string tokenize_char(std::u32string_view line) {
  return surround_with_spaces(line, [](char32_t) { return true; });
}

}  // namespace tfm::metrics
