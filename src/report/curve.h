// A value that changes as a run goes on, in a bounded number of points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfm::report {

// One value, or several that follow each other.
struct CurvePoint {
  int64_t step = 0;  // of the last
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
  int64_t count = 1;
};

class Curve {
 public:
  static constexpr std::size_t kMostPoints = 512;

  // Steps ascend. A value that isn't finite is left out. Whenever there are kMostPoints, neighbours become one point:
  // memory is bounded, and adding takes constant time on average.
  void add(int64_t step, double value);
  // What comes after `step` goes; a point that has values from both sides of it goes as a whole.
  void cut_back(int64_t step);
  const std::vector<CurvePoint>& points() const { return points_; }

 private:
  void merge_neighbours();

  std::vector<CurvePoint> points_;
  int64_t values_per_point_ = 1;
};

}  // namespace tfm::report
