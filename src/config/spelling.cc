#include "config/spelling.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tfm {

// Damerau and Levenshtein's distance in its restricted form, row by row.
size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<size_t> two_above(to.size() + 1), above(to.size() + 1), row(to.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (exchanged) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    std::swap(two_above, above);
    std::swap(above, row);
  }
  return above.back();
}

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 100;  // no name of ours is near that, and the distance takes time
  if (name.size() > kLongest) return std::nullopt;
  std::optional<std::string> best;
  size_t limit = std::max<size_t>(name.size() / 3, 1) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = edit_distance(name, candidate);
    if (distance >= limit) continue;
    limit = distance;
    best = candidate;
  }
  return best;
}

}  // namespace tfm
