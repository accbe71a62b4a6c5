#include "report/curve.h"

#include <algorithm>
#include <cmath>

namespace tfm::report {
namespace {

CurvePoint merged(const CurvePoint& a, const CurvePoint& b) {
  const auto count = a.count + b.count;
  const double share = static_cast<double>(b.count) / static_cast<double>(count);
  return {.step = b.step,
          .mean = a.mean + (b.mean - a.mean) * share,
          .low = std::min(a.low, b.low),
          .high = std::max(a.high, b.high),
          .count = count};
}

}  // namespace

void Curve::add(int64_t step, double value) {
  if (!std::isfinite(value)) return;
  const CurvePoint point{.step = step, .mean = value, .low = value, .high = value};
  if (!points_.empty() && points_.back().count < values_per_point_) {
    points_.back() = merged(points_.back(), point);
    return;
  }
  if (points_.size() == kMostPoints) merge_neighbours();
  points_.push_back(point);
}

void Curve::cut_back(int64_t step) {
  std::erase_if(points_, [step](const CurvePoint& point) { return point.step > step; });
}

void Curve::merge_neighbours() {
  for (std::size_t i = 0; i < kMostPoints / 2; ++i) points_[i] = merged(points_[2 * i], points_[2 * i + 1]);
  points_.resize(kMostPoints / 2);
  values_per_point_ *= 2;
}

}  // namespace tfm::report
