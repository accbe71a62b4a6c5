#include "report/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tfm::report {
namespace {

constexpr std::array kHeights = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The means of as many groups of neighbours as there are columns.
std::vector<double> column_values(const std::vector<CurvePoint>& points, std::size_t columns) {
  columns = std::min(columns, points.size());
  std::vector<double> values;
  for (std::size_t i = 0; i < columns; ++i) {
    const auto begin = i * points.size() / columns, end = (i + 1) * points.size() / columns;
    double sum = 0.0;
    for (auto j = begin; j < end; ++j) sum += points[j].mean;
    values.push_back(sum / static_cast<double>(end - begin));
  }
  return values;
}

}  // namespace

std::string sparkline(const Curve& curve, std::size_t columns) {
  const auto values = column_values(curve.points(), columns);
  if (values.empty()) return "";
  const auto [low, high] = std::ranges::minmax(values);
  std::string text;
  for (const double value : values) {
    const double share = high > low ? (value - low) / (high - low) : 0.0;
    text += kHeights[static_cast<std::size_t>(std::lround(share * (kHeights.size() - 1)))];
  }
  return text;
}

}  // namespace tfm::report
