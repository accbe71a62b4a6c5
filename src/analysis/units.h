// The units in which two texts are compared for a reader.
#pragma once

#include <string_view>
#include <vector>

namespace tfm::analysis {

// Each Han character, kana and mark alone; any other run of letters and digits as one word ("don't" and "3.14" too).
// White space is between units. Views into `text`.
std::vector<std::u32string_view> units(std::u32string_view text);

}  // namespace tfm::analysis
