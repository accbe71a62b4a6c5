// Curves as inline SVG.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page/axis.h"

namespace tfm::page {

// All numbers are finite.
struct LinePoint {
  double x = 0.0;  // not negative, in ascending order
  double y = 0.0;
  double low = 0.0;  // the range of the values that the point stands for; drawn as a band
  double high = 0.0;
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;
};

struct LineMark {  // one point of the chart, ringed
  double x = 0.0;
  double y = 0.0;
  std::string label;
};

struct LineChart {
  std::string id;      // unique on the page; letters and hyphens
  std::string title;   // text
  std::string unit;    // of the values, such as "per token"
  std::string x_name;  // what x counts, such as "update"
  std::vector<LineSeries> series{};
  Scale scale = Scale::kLinear;
  bool from_zero = false;  // whether a linear axis begins at 0 whatever the values are
  std::optional<LineMark> mark{};
};

// The x axis goes from 0 to the last point. Text keeps its size whatever the width is. Below stand the last values;
// with kPageScript, those of the point that the mouse or the arrow keys choose. The description holds first, last,
// lowest and highest value. A sentence where there is no point.
std::string line_chart(const LineChart& chart);

}  // namespace tfm::page
