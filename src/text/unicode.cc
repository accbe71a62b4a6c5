#include "text/unicode.h"

#include <utility>

#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

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

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
  return length_while(bytes, [](const Utf8Sequence& sequence) { return sequence.valid; }) == bytes.size();
}

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
  RepairedText repaired = repair_utf8(raw);
  line.text = std::move(repaired.text);
  line.replaced_sequences = repaired.replacements;
  line.replaced_controls = blank_controls(line.text);
  return line;
}

}  // namespace tfm
