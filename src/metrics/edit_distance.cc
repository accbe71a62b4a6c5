#include "metrics/edit_distance.h"

#include <algorithm>
#include <numeric>

namespace tfm::metrics {
namespace {

// The costs of turning the first i items of a into the first j of b, [a + 1, b + 1].
std::vector<int32_t> costs(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  const std::size_t width = b.size() + 1;
  std::vector<int32_t> cost((a.size() + 1) * width);
  std::iota(cost.begin(), cost.begin() + static_cast<std::ptrdiff_t>(width), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const int32_t* above = &cost[(i - 1) * width];
    int32_t* row = &cost[i * width];
    row[0] = static_cast<int32_t>(i);
    for (std::size_t j = 1; j < width; ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
    }
  }
  return cost;
}

}  // namespace

int64_t edit_distance(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  std::vector<int64_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (const uint32_t item : a) {
    int64_t diagonal = row[0]++;
    for (std::size_t j = 1; j < row.size(); ++j) {
      const int64_t above = row[j];
      row[j] = std::min({diagonal + (item == b[j - 1] ? 0 : 1), above + 1, row[j - 1] + 1});
      diagonal = above;
    }
  }
  return row.back();
}

std::vector<EditKind> edit_steps(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  const auto cost = costs(a, b);
  const std::size_t width = b.size() + 1;
  std::vector<EditKind> steps;
  std::size_t i = a.size(), j = b.size();
  while (i > 0 || j > 0) {
    const int32_t here = cost[i * width + j];
    if (i > 0 && j > 0 && a[i - 1] == b[j - 1] && here == cost[(i - 1) * width + j - 1]) {
      steps.push_back(EditKind::kSame);
      --i, --j;
    } else if (i > 0 && j > 0 && here == cost[(i - 1) * width + j - 1] + 1) {
      steps.push_back(EditKind::kReplaced);
      --i, --j;
    } else if (i > 0 && here == cost[(i - 1) * width + j] + 1) {
      steps.push_back(EditKind::kRemoved);
      --i;
    } else {
      steps.push_back(EditKind::kAdded);
      --j;
    }
  }
  std::ranges::reverse(steps);
  return steps;
}

}  // namespace tfm::metrics
