#include "text/pharaoh.h"

#include <algorithm>
#include <charconv>

#include "core/concat.h"

namespace tfm {
namespace {

constexpr std::string_view kBlanks = " \t\r";

// Digits alone: from_chars by itself takes a minus.
std::optional<int32_t> parse_place(std::string_view digits) {
  int32_t place = 0;
  if (digits.empty() || digits.front() < '0' || digits.front() > '9') return std::nullopt;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), place);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return place;
}

std::optional<AlignmentLink> parse_link(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto source = parse_place(text.substr(0, dash)), target = parse_place(text.substr(dash + 1));
  if (!source || !target) return std::nullopt;
  return AlignmentLink{*source, *target};
}

}  // namespace

std::string pharaoh(const Alignment& alignment) {
  std::string text;
  for (const auto& link : alignment) text += concat(text.empty() ? "" : " ", link.source, "-", link.target);
  return text;
}

std::optional<Alignment> parse_pharaoh(std::string_view line) {
  Alignment alignment;
  while (true) {
    const auto begin = line.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return alignment;
    line.remove_prefix(begin);
    const auto length = std::min(line.find_first_of(kBlanks), line.size());
    const auto link = parse_link(line.substr(0, length));
    if (!link) return std::nullopt;
    alignment.push_back(*link);
    line.remove_prefix(length);
  }
}

}  // namespace tfm
