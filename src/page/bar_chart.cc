#include "page/bar_chart.h"

#include <algorithm>
#include <cmath>

#include "core/concat.h"
#include "page/html.h"
#include "page/legend.h"

namespace tfm::page {
namespace {

constexpr int kBarHeight = 14, kBarStep = 17, kCategoryGap = 11;  // CSS pixels

std::string value_text(const BarChart& chart, double value) {
  return chart.decimals == 0 ? grouped(std::llround(value)) : decimal(value, chart.decimals);
}

double full_length(const BarChart& chart) {
  if (chart.full > 0.0) return chart.full;
  double largest = 0.0;
  for (const auto& series : chart.series) largest = std::max(largest, std::ranges::max(series.values));
  return largest > 0.0 ? largest : 1.0;
}

int category_height(const BarChart& chart) { return static_cast<int>(chart.series.size()) * kBarStep + kCategoryGap; }

std::string bar(const BarChart& chart, std::size_t series, std::size_t category) {
  const double value = chart.series[series].values[category];
  const auto width = decimal(100.0 * std::min(1.0, value / full_length(chart)), 2);
  const int y = static_cast<int>(category) * category_height(chart) + static_cast<int>(series) * kBarStep;
  return concat("<rect class=\"", series_class(series), "\" y=\"", y, "\" width=\"", width, "%\" height=\"", kBarHeight,
                "\"/><text x=\"", width, "%\" dx=\"6\" y=\"", y + kBarHeight - 3, "\">", value_text(chart, value),
                "</text>\n");
}

std::string category_label(const BarChart& chart, std::size_t category) {
  const int middle = static_cast<int>(category) * category_height(chart) + (category_height(chart) - kCategoryGap) / 2;
  return concat("<text class=\"category\" x=\"24%\" dx=\"-8\" y=\"", middle + 4, "\">",
                escaped(chart.categories[category]), "</text>\n");
}

std::string description(const BarChart& chart) {
  std::string text = chart.categories_name + ": ";
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    text += (i == 0 ? "" : "; ") + chart.categories[i];
    for (std::size_t j = 0; j < chart.series.size(); ++j) {
      const auto& series = chart.series[j];
      text += concat(j == 0 ? ": " : ", ", series.name, series.name.empty() ? "" : " ",
                     value_text(chart, series.values[i]));
    }
  }
  return text;
}

std::vector<std::string> names_of_series(const BarChart& chart) {
  std::vector<std::string> names;
  for (const auto& series : chart.series) names.push_back(series.name);
  return names;
}

}  // namespace

std::string bar_chart(const BarChart& chart) {
  const int height = static_cast<int>(chart.categories.size()) * category_height(chart);
  std::string labels, bars;
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    labels += category_label(chart, i);
    for (std::size_t j = 0; j < chart.series.size(); ++j) bars += bar(chart, j, i);
  }
  return concat("<figure><figcaption>", escaped(chart.title), " <span class=\"axis\">by ",
                escaped(chart.categories_name), "</span></figcaption>", legend(names_of_series(chart)),
                "<svg role=\"img\" width=\"100%\" height=\"", height, "\" aria-labelledby=\"", chart.id, "-title ",
                chart.id, "-desc\"><title id=\"", chart.id, "-title\">", escaped(chart.title), "</title><desc id=\"",
                chart.id, "-desc\">", escaped(description(chart)), "</desc>\n", labels,
                "<svg x=\"24%\" width=\"58%\" height=\"", height, "\" overflow=\"visible\">\n", bars,
                "</svg></svg></figure>\n");
}

}  // namespace tfm::page
