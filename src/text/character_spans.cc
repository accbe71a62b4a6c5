#include "text/character_spans.h"

#include <algorithm>

#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

template <typename IsBorder>
std::vector<CharacterSpan> spans_between(std::string_view utf8, const IsBorder& is_border) {
  std::vector<CharacterSpan> spans;
  bool in_word = false;
  int64_t visible = 0;
  for (; !utf8.empty();) {
    const auto [length, valid, code_point] = first_sequence(utf8);
    utf8.remove_prefix(length);
    const bool border = is_border(code_point);
    if (!border && !in_word) spans.push_back({visible, visible});
    in_word = !border;
    if (!is_white_space(code_point)) ++visible;
    if (in_word) spans.back().end = visible;
  }
  return spans;
}

}  // namespace

std::vector<CharacterSpan> word_spans(std::string_view utf8) {
  return spans_between(utf8, [](char32_t c) { return c == U' ' || c == U'\t'; });
}

std::vector<CharacterSpan> python_word_spans(std::string_view utf8) { return spans_between(utf8, is_white_space); }

int64_t count_visible_characters(std::string_view utf8) {
  int64_t visible = 0;
  while (!utf8.empty()) {
    const auto [length, valid, code_point] = first_sequence(utf8);
    utf8.remove_prefix(length);
    if (!is_white_space(code_point)) ++visible;
  }
  return visible;
}

std::vector<CharacterSpan> character_spans(std::string_view utf8, std::span<const ByteSpan> parts) {
  std::vector<CharacterSpan> spans;
  int64_t visible = 0, counted = 0;  // characters before the byte `counted`
  const auto visible_before = [&](int64_t byte) {
    if (byte > counted) {
      const auto between = utf8.substr(static_cast<size_t>(counted), static_cast<size_t>(byte - counted));
      visible += count_visible_characters(between);
      counted = byte;
    }
    return visible;
  };
  for (const auto& part : parts) {
    const int64_t begin = visible_before(part.begin);
    spans.push_back({begin, std::max(visible_before(part.end), begin + 1)});
  }
  return spans;
}

}  // namespace tfm
