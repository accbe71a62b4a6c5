#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace tfm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

struct CodePointRange {
  char32_t first;
  char32_t last;
};

// What may follow a lead byte past ASCII: how many more bytes, and the range of the first of them, which is narrower
// where an overlong form, a surrogate or a number past U+10FFFF would begin (Unicode, table 3-7).
struct Continuation {
  size_t count = 0;
  uint8_t first = 0x80;
  uint8_t last = 0xBF;
};

std::optional<Continuation> continuation_of(uint8_t lead) {
  if (lead < 0xC2) return std::nullopt;
  if (lead < 0xE0) return Continuation{1};
  if (lead == 0xE0) return Continuation{2, 0xA0, 0xBF};
  if (lead == 0xED) return Continuation{2, 0x80, 0x9F};
  if (lead < 0xF0) return Continuation{2};
  if (lead == 0xF0) return Continuation{3, 0x90, 0xBF};
  if (lead < 0xF4) return Continuation{3};
  if (lead == 0xF4) return Continuation{3, 0x80, 0x8F};
  return std::nullopt;
}

// A code point at the front of some bytes, or the longest part of them that could have begun one.
struct Sequence {
  size_t length = 1;
  bool valid = false;
  char32_t code_point = 0;
};

Sequence next_sequence(std::string_view bytes) {
  const auto lead = static_cast<uint8_t>(bytes[0]);
  if (lead < 0x80) return {1, true, lead};
  const auto continuation = continuation_of(lead);
  if (!continuation) return {};
  constexpr std::array<uint8_t, 4> kLeadBits{0x00, 0x1F, 0x0F, 0x07};
  Sequence sequence{1, false, static_cast<char32_t>(lead & kLeadBits[continuation->count])};
  uint8_t first = continuation->first;
  uint8_t last = continuation->last;
  for (; sequence.length <= continuation->count; ++sequence.length) {
    if (sequence.length == bytes.size()) return sequence;
    const auto byte = static_cast<uint8_t>(bytes[sequence.length]);
    if (byte < first || byte > last) return sequence;
    sequence.code_point = (sequence.code_point << 6) | (byte & 0x3F);
    first = 0x80;
    last = 0xBF;
  }
  sequence.valid = true;
  return sequence;
}

template <size_t Size>
bool contains(const std::array<CodePointRange, Size>& ranges, char32_t code_point) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code_point,
                                      [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return after != ranges.begin() && code_point <= std::prev(after)->last;
}

// General category Cc, and the two separators that break a line.
bool is_control_or_line_break(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0x2028 || code_point == 0x2029;
}

// White_Space without the controls.
constexpr std::array<CodePointRange, 7> kWhiteSpace{{{0x0020, 0x0020},
                                                     {0x00A0, 0x00A0},
                                                     {0x1680, 0x1680},
                                                     {0x2000, 0x200A},
                                                     {0x202F, 0x202F},
                                                     {0x205F, 0x205F},
                                                     {0x3000, 0x3000}}};

// The controls and line breaks that Python counts as white space.
bool is_breaking_white_space(char32_t code_point) {
  return (code_point >= 0x09 && code_point <= 0x0D) || (code_point >= 0x1C && code_point <= 0x1F) ||
         code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029;
}

// Default_Ignorable_Code_Point.
constexpr std::array<CodePointRange, 17> kZeroWidth{{{0x00AD, 0x00AD},
                                                     {0x034F, 0x034F},
                                                     {0x061C, 0x061C},
                                                     {0x115F, 0x1160},
                                                     {0x17B4, 0x17B5},
                                                     {0x180B, 0x180F},
                                                     {0x200B, 0x200F},
                                                     {0x202A, 0x202E},
                                                     {0x2060, 0x206F},
                                                     {0x3164, 0x3164},
                                                     {0xFE00, 0xFE0F},
                                                     {0xFEFF, 0xFEFF},
                                                     {0xFFA0, 0xFFA0},
                                                     {0xFFF0, 0xFFF8},
                                                     {0x1BCA0, 0x1BCA3},
                                                     {0x1D173, 0x1D17A},
                                                     {0xE0000, 0xE0FFF}}};

bool is_blank_code_point(char32_t code_point) {
  return is_control_or_line_break(code_point) || contains(kWhiteSpace, code_point) || contains(kZeroWidth, code_point);
}

// How many bytes there are before the first sequence that `wanted` refuses.
template <typename Predicate>
size_t length_while(std::string_view bytes, Predicate wanted) {
  size_t position = 0;
  while (position < bytes.size()) {
    const Sequence sequence = next_sequence(bytes.substr(position));
    if (!wanted(sequence)) break;
    position += sequence.length;
  }
  return position;
}

// Copies the text with each sequence that `kept` refuses replaced; returns how many were.
template <typename Predicate>
int64_t replace_sequences(std::string_view bytes, std::string_view replacement, std::string& result, Predicate kept) {
  int64_t replaced = 0;
  while (true) {
    const size_t length = length_while(bytes, kept);
    result.append(bytes.substr(0, length));
    bytes.remove_prefix(length);
    if (bytes.empty()) return replaced;
    result.append(replacement);
    bytes.remove_prefix(next_sequence(bytes).length);
    ++replaced;
  }
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
  return length_while(bytes, [](const Sequence& sequence) { return sequence.valid; }) == bytes.size();
}

std::string_view first_character(std::string_view bytes) { return bytes.substr(0, next_sequence(bytes).length); }

RepairedText repair_utf8(std::string_view bytes) {
  RepairedText repaired;
  repaired.text.reserve(bytes.size());
  repaired.replacements = replace_sequences(bytes, kReplacementCharacter, repaired.text,
                                            [](const Sequence& sequence) { return sequence.valid; });
  return repaired;
}

bool is_blank(std::string_view utf8) {
  return length_while(utf8, [](const Sequence& sequence) {
           return sequence.valid && is_blank_code_point(sequence.code_point);
         }) == utf8.size();
}

int64_t blank_controls(std::string& utf8) {
  std::string result;
  result.reserve(utf8.size());
  const int64_t replaced = replace_sequences(utf8, " ", result, [](const Sequence& sequence) {
    return !sequence.valid || sequence.code_point == '\t' || !is_control_or_line_break(sequence.code_point);
  });
  utf8 = std::move(result);
  return replaced;
}

std::string collapse_white_space(std::string_view utf8) {
  std::string result;
  while (!utf8.empty()) {
    const Sequence sequence = next_sequence(utf8);
    const bool white =
        sequence.valid && (is_breaking_white_space(sequence.code_point) || contains(kWhiteSpace, sequence.code_point));
    if (!white) result.append(utf8.substr(0, sequence.length));
    if (white && !result.empty() && result.back() != ' ') result += ' ';
    utf8.remove_prefix(sequence.length);
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

CleanLine clean_line(std::string_view raw, bool first_line) {
  CleanLine line;
  line.had_bom = first_line && raw.starts_with(kByteOrderMark);
  if (line.had_bom) raw.remove_prefix(kByteOrderMark.size());
  line.had_carriage_return = raw.ends_with('\r');
  if (line.had_carriage_return) raw.remove_suffix(1);
  RepairedText repaired = repair_utf8(raw);
  line.text = std::move(repaired.text);
  line.replaced_sequences = repaired.replacements;
  line.replaced_controls = blank_controls(line.text);
  return line;
}

}  // namespace tfm
