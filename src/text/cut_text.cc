#include "text/cut_text.h"

#include <algorithm>
#include <array>

namespace tfm {
namespace {

constexpr std::array<std::string_view, 3> kFullWidthEnds = {"。", "！", "？"};

bool ends_sentence(std::string_view text, size_t end) {
  const std::string_view part = text.substr(0, end);
  if (std::ranges::any_of(kFullWidthEnds, [&](std::string_view mark) { return part.ends_with(mark); })) return true;
  const bool ascii_end = part.ends_with('.') || part.ends_with('!') || part.ends_with('?');
  return ascii_end && (end == text.size() || text[end] == ' ');
}

bool begins_character(std::string_view text, size_t position) {
  return (static_cast<unsigned char>(text[position]) & 0xC0) != 0x80;
}

// The greatest length in [1, most] that `wanted` takes; 0 if there is none.
template <typename Predicate>
size_t last_length(size_t most, Predicate wanted) {
  while (most > 0 && !wanted(most)) --most;
  return most;
}

// For a text of more than `most_bytes`.
size_t part_length(std::string_view text, size_t most_bytes) {
  const size_t sentences = last_length(most_bytes, [&](size_t end) { return ends_sentence(text, end); });
  if (sentences > 0) return sentences;
  const size_t words = last_length(most_bytes, [&](size_t end) { return text[end] == ' '; });
  if (words > 0) return words;
  const size_t characters = last_length(most_bytes, [&](size_t end) { return begins_character(text, end); });
  return characters > 0 ? characters : most_bytes;  // bytes that are no text at all
}

}  // namespace

std::vector<std::string_view> cut_text(std::string_view text, size_t most_bytes) {
  std::vector<std::string_view> parts;
  while (text.size() > most_bytes) {
    parts.push_back(text.substr(0, part_length(text, most_bytes)));
    text.remove_prefix(parts.back().size());
  }
  parts.push_back(text);
  return parts;
}

}  // namespace tfm
