// As much of a text as the page shows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfm::analysis {

inline constexpr std::size_t kShownCharacters = 500;

struct ShownText {
  std::u32string text;
  std::size_t left_out = 0;  // characters behind it
};

ShownText shown_text(std::string_view text);

}  // namespace tfm::analysis
