#include "text/unicode.h"

#include <cstring>
#include <utility>

#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

// Zero-width characters that are no part of what is written.
bool is_removed(char32_t c) {
  return c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool is_blank_code_point(char32_t code_point) {
  return is_control_or_line_break(code_point) || is_space_separator(code_point) || is_zero_width(code_point);
}

// How many bytes there are before the first sequence that `wanted` refuses.
template <typename Predicate>
size_t length_while(std::string_view bytes, Predicate wanted) {
  size_t position = 0;
  while (position < bytes.size()) {
    const Utf8Sequence sequence = first_sequence(bytes.substr(position));
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
    bytes.remove_prefix(first_sequence(bytes).length);
    ++replaced;
  }
}

bool is_mended(const Utf8Sequence& sequence) {
  return !sequence.valid || (sequence.code_point != '\t' && is_control_or_line_break(sequence.code_point)) ||
         is_removed(sequence.code_point);
}

// Eight bytes from U+0020 to U+007E: none sets its highest bit, falls below 0x20 or reaches 0x80 when one is added.
bool are_eight_printable(const char* bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return ((word | (word - 0x2020202020202020U) | (word + 0x0101010101010101U)) & 0x8080808080808080U) == 0;
}

bool is_continuation(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

// U+3000 to U+CFFF, where nothing needs mending: Chinese, kana, most of Hangul.
bool is_east_asian(std::string_view bytes) {
  const auto lead = bytes.empty() ? uint8_t{0} : static_cast<uint8_t>(bytes[0]);
  return lead >= 0xE3 && lead <= 0xEC && bytes.size() >= 3 && is_continuation(bytes[1]) && is_continuation(bytes[2]);
}

// How many bytes there are before the first sequence that clean_line mends. Most lines need no mending: this is what
// reading a corpus costs.
size_t clean_length(std::string_view bytes) {
  size_t at = 0;
  while (at < bytes.size()) {
    while (is_east_asian(bytes.substr(at))) at += 3;
    while (bytes.size() - at >= 8 && are_eight_printable(bytes.data() + at)) at += 8;
    if (at == bytes.size()) break;
    const Utf8Sequence sequence = first_sequence(bytes.substr(at));
    if (is_mended(sequence)) break;
    at += sequence.length;
  }
  return at;
}

void mend(std::string_view bytes, CleanLine& line) {
  while (true) {
    const size_t length = clean_length(bytes);
    line.text.append(bytes.substr(0, length));
    bytes.remove_prefix(length);
    if (bytes.empty()) return;
    const Utf8Sequence sequence = first_sequence(bytes);
    bytes.remove_prefix(sequence.length);
    if (!sequence.valid) {
      line.text.append(kReplacementBytes);
      ++line.replaced_sequences;
    } else if (is_removed(sequence.code_point)) {
      ++line.removed_zero_width;
    } else {
      line.text += ' ';
      ++line.replaced_controls;
    }
  }
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) { return valid_utf8_length(bytes) == bytes.size(); }

size_t valid_utf8_length(std::string_view bytes) {
  return length_while(bytes, [](const Utf8Sequence& sequence) { return sequence.valid; });
}

size_t sequence_length(std::string_view bytes) { return first_sequence(bytes).length; }

std::string_view first_character(std::string_view bytes) { return bytes.substr(0, first_sequence(bytes).length); }

RepairedText repair_utf8(std::string_view bytes) {
  RepairedText repaired;
  repaired.text.reserve(bytes.size());
  repaired.replacements = replace_sequences(bytes, kReplacementBytes, repaired.text,
                                            [](const Utf8Sequence& sequence) { return sequence.valid; });
  return repaired;
}

bool is_blank(std::string_view utf8) {
  return length_while(utf8, [](const Utf8Sequence& sequence) {
           return sequence.valid && is_blank_code_point(sequence.code_point);
         }) == utf8.size();
}

int64_t blank_controls(std::string& utf8) {
  std::string result;
  result.reserve(utf8.size());
  const int64_t replaced = replace_sequences(utf8, " ", result, [](const Utf8Sequence& sequence) {
    return !sequence.valid || sequence.code_point == '\t' || !is_control_or_line_break(sequence.code_point);
  });
  utf8 = std::move(result);
  return replaced;
}

std::string collapse_white_space(std::string_view utf8) {
  std::string result;
  while (!utf8.empty()) {
    const Utf8Sequence sequence = first_sequence(utf8);
    const bool white = sequence.valid && is_white_space(sequence.code_point);
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
  line.text.reserve(raw.size());
  mend(raw, line);
  return line;
}

}  // namespace tfm
