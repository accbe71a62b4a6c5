// The most telling of many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tfm::analysis {

inline constexpr std::size_t kListed = 20;  // segments in a list
inline constexpr std::size_t kWorstListed = 50;
inline constexpr std::size_t kWordsListed = 20;

// Keeps the first `count` in the order of `before`, which must leave no two items equal.
template <typename Item, typename Before>
void keep_first(std::vector<Item>& items, std::size_t count, Before before) {
  const auto kept = items.begin() + static_cast<std::ptrdiff_t>(std::min(count, items.size()));
  std::partial_sort(items.begin(), kept, items.end(), before);
  items.erase(kept, items.end());
}

}  // namespace tfm::analysis
