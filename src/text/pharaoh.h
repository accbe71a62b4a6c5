// Word alignments, and Pharaoh's format for them: "0-0 1-2".
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// Places of words or pieces, from 0, without marks.
struct AlignmentLink {
  int32_t source = 0;
  int32_t target = 0;
  auto operator<=>(const AlignmentLink&) const = default;
};
using Alignment = std::vector<AlignmentLink>;

std::string pharaoh(const Alignment& alignment);

// The links of a line, source-target, between blanks; none of a blank one. Nothing where the line is anything else.
std::optional<Alignment> parse_pharaoh(std::string_view line);

}  // namespace tfm
