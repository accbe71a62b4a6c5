// A bar chart as inline SVG.
#pragma once

#include <string>
#include <vector>

namespace tfm::page {

struct Series {
  std::string name;
  std::vector<double> values;  // one for each category, none negative
};

struct BarChart {
  std::string id;               // unique on the page; letters and hyphens
  std::string title;            // text
  std::string categories_name;  // such as "Tokens in the reference"
  std::vector<std::string> categories{};
  std::vector<Series> series{};  // at least one
  int decimals = 0;
  double full = 0.0;  // the value of a bar of full length; 0: the largest
};

// Horizontal bars, one for each series in each category; text keeps its size whatever the width is. The description
// holds all values.
std::string bar_chart(const BarChart& chart);
}  // namespace tfm::page
