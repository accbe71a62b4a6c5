#include "formats/segment_text.h"

#include <algorithm>

namespace tfm {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kIllFormedMark = "\xEF\xB7\x90", kControlMark = "\xEF\xB7\x91";

bool is_xml_control(char c) { return static_cast<uint8_t>(c) < 0x20 && kWhiteSpace.find(c) == std::string_view::npos; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

// `joined` counts the line breaks.
std::string join_lines(std::string_view text, int64_t& joined) {
  std::string result;
  while (true) {
    const auto line_break = text.find_first_of("\r\n");
    result += trimmed(text.substr(0, line_break));
    if (line_break == std::string_view::npos) return result;
    text = trimmed(text.substr(line_break));
    result += ' ';
    ++joined;
  }
}

}  // namespace

CleanLine clean_segment(std::string_view text) {
  text = trimmed(text);
  const bool is_marked = text.find(kIllFormedMark.substr(0, 2)) != std::string_view::npos;
  if (!is_marked && text.find_first_of("\r\n") == std::string_view::npos) return clean_line(text, false);
  int64_t joined = 0;
  std::string line = join_lines(text, joined);
  replace_all(line, kIllFormedMark, "\xFF");
  replace_all(line, kControlMark, "\x01");
  CleanLine result = clean_line(line, false);
  result.replaced_controls += joined;
  return result;
}

std::string mark_ill_formed(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string result;
  while (!text.empty()) {
    const size_t valid = valid_utf8_length(text);
    result += text.substr(0, valid);
    text.remove_prefix(valid);
    if (text.empty()) break;
    result += kIllFormedMark;
    text.remove_prefix(sequence_length(text));
  }
  return result;
}

std::string mark_ill_formed_and_controls(std::string_view text) {
  std::string valid = mark_ill_formed(text);
  if (std::ranges::none_of(valid, is_xml_control)) return valid;
  std::string result;
  for (const char c : valid) {
    if (is_xml_control(c)) {
      result += kControlMark;
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace tfm
