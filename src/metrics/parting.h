// Where two texts that should go line by line stop doing so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tfm {

// The first line (from 1) from which on the longer text's lines fit the other's better when its surplus lines there are
// left out, judged by the lengths of the lines. Nothing where the counts are equal or lengths tell nothing.
std::optional<int64_t> likely_parting(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace tfm
