#include "page/line_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/concat.h"
#include "page/html.h"
#include "page/legend.h"

namespace tfm::page {
namespace {

// Percent of the width, so that the plot grows with the page, and CSS pixels of the height.
constexpr double kLeft = 13.0, kWidth = 85.0;
constexpr double kTop = 8.0, kHeight = 170.0;
constexpr int kFullHeight = 206;
constexpr double kUnits = 1000.0;  // of the curves' own coordinates, across
constexpr int kMostTicks = 5;
constexpr double kNearEnd = 0.97;  // a label there would stick out if it stood in the middle below its place
constexpr double kMargin = 0.05;   // above and below the curves, of their range

struct Axes {
  Axis x;
  Axis y;
};

double last_x(const LineChart& chart) {
  double last = 0.0;
  for (const auto& series : chart.series) {
    if (!series.points.empty()) last = std::max(last, series.points.back().x);
  }
  return last;
}

Axis value_axis(const LineChart& chart) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double low = kInfinity, high = -kInfinity, least_positive = kInfinity;
  for (const auto& series : chart.series) {
    for (const auto& point : series.points) {
      low = std::min(low, point.low);
      high = std::max(high, point.high);
      if (point.low > 0.0) least_positive = std::min(least_positive, point.low);
    }
  }
  if (chart.scale == Scale::kLogarithmic && high > 0.0) {
    return {std::min(least_positive, high) / (1.0 + kMargin), high * (1.0 + kMargin), Scale::kLogarithmic};
  }
  const double margin = kMargin * (high - low);
  return {chart.from_zero ? std::min(0.0, low) : low - margin, high + margin};
}

std::string percent(const Axes& axes, double x) { return decimal(kLeft + kWidth * axes.x.position(x), 2) + "%"; }

double height_of(const Axes& axes, double y) { return kHeight * (1.0 - axes.y.position(y)); }

std::string place(const Axes& axes, double x, double y) {
  return concat(decimal(kUnits * axes.x.position(x), 1), ",", decimal(height_of(axes, y), 1));
}

std::string line_path(const Axes& axes, const std::vector<LinePoint>& points) {
  std::string path;
  for (const auto& point : points) path += (path.empty() ? "M" : " ") + place(axes, point.x, point.y);
  return path;
}

std::string band_path(const Axes& axes, const std::vector<LinePoint>& points) {
  std::string path;
  for (const auto& point : points) path += (path.empty() ? "M" : " ") + place(axes, point.x, point.high);
  for (auto point = points.rbegin(); point != points.rend(); ++point) path += " " + place(axes, point->x, point->low);
  return path + "Z";
}

bool has_band(const std::vector<LinePoint>& points) {
  return std::ranges::any_of(points, [](const LinePoint& point) { return point.low < point.high; });
}

// What the page's script shows for each point, in its own form: "x value" with semicolons between.
std::string data_points(const std::vector<LinePoint>& points) {
  std::string data;
  for (const auto& point : points) {
    data += concat(data.empty() ? "" : ";", decimal(point.x, 0), " ", value_label(point.y));
  }
  return data;
}

std::string curve(const Axes& axes, const LineSeries& series, std::size_t number) {
  std::string svg;
  const auto colour = series_class(number);
  if (has_band(series.points)) {
    svg += concat("<path class=\"band ", colour, "\" d=\"", band_path(axes, series.points), "\"/>");
  }
  return svg + concat("<path class=\"line ", colour, "\" vector-effect=\"non-scaling-stroke\" data-name=\"",
                      escaped(series.name), "\" data-points=\"", data_points(series.points), "\" d=\"",
                      line_path(axes, series.points), "\"/>\n");
}

// Where a series has a single point, which makes no line.
std::string dots(const Axes& axes, const LineChart& chart) {
  std::string svg;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const auto& points = chart.series[i].points;
    if (points.size() != 1) continue;
    svg += concat("<circle class=\"", series_class(i), "\" r=\"3\" cx=\"", percent(axes, points[0].x), "\" cy=\"",
                  decimal(kTop + height_of(axes, points[0].y), 1), "\"/>");
  }
  return svg;
}

std::string grid(const Axes& axes) {
  std::string svg;
  for (const auto& [value, label] : axes.y.ticks(kMostTicks)) {
    const auto y = decimal(kTop + height_of(axes, value), 1);
    svg +=
        concat("<line class=\"grid\" x1=\"", kLeft, "%\" x2=\"", kLeft + kWidth, "%\" y1=\"", y, "\" y2=\"", y,
               "\"/><text class=\"category\" x=\"", kLeft, "%\" dx=\"-8\" dy=\"4\" y=\"", y, "\">", label, "</text>\n");
  }
  for (const auto& [value, label] : axes.x.ticks(kMostTicks)) {
    const bool at_end = axes.x.position(value) > kNearEnd;
    svg += concat("<text class=\"", at_end ? "tick last" : "tick", "\" x=\"", at_end ? "100%" : percent(axes, value),
                  "\" y=\"", kTop + kHeight + 20.0, "\">", label, "</text>\n");
  }
  return svg;
}

std::string mark_svg(const Axes& axes, const LineMark& mark) {
  const double y = kTop + height_of(axes, mark.y);
  // The label stands on the side where there is room.
  const bool left = axes.x.position(mark.x) > 0.5, below = y < kTop + 24.0;
  return concat("<circle class=\"ring\" r=\"5\" cx=\"", percent(axes, mark.x), "\" cy=\"", decimal(y, 1),
                "\"/><text class=\"", left ? "mark left" : "mark", "\" x=\"", percent(axes, mark.x), "\" y=\"",
                decimal(y + (below ? 20.0 : -10.0), 1), "\">", escaped(mark.label), "</text>\n");
}

std::string at(const LineChart& chart, const LinePoint& point) {
  return concat(chart.x_name, " ", grouped(std::llround(point.x)), ": ", value_label(point.y));
}

std::string chart_description(const LineChart& chart) {
  std::string text;
  for (const auto& [name, points] : chart.series) {
    if (points.empty()) continue;
    const auto [lowest, highest] = std::ranges::minmax_element(points, {}, &LinePoint::y);
    text += concat(text.empty() ? "" : ". ", name, ", first at ", at(chart, points.front()), "; last at ",
                   at(chart, points.back()), "; lowest at ", at(chart, *lowest), "; highest at ", at(chart, *highest));
  }
  return text;
}

std::string readout(const LineChart& chart) {
  std::string values;
  for (const auto& [name, points] : chart.series) {
    if (points.empty()) continue;
    values += concat(values.empty() ? "" : ", ", escaped(name), " <b>", value_label(points.back().y), "</b>");
  }
  return concat("<p class=\"readout\">", escaped(chart.x_name), " ", grouped(std::llround(last_x(chart))), ": ", values,
                "</p>");
}

std::vector<std::string> names_of_lines(const LineChart& chart) {
  std::vector<std::string> names;
  for (const auto& series : chart.series) names.push_back(series.name);
  return names;
}

std::string caption(const LineChart& chart) {
  return concat("<figcaption>", escaped(chart.title), " <span class=\"axis\">", escaped(chart.unit),
                "</span></figcaption>", legend(names_of_lines(chart)));
}

bool is_empty(const LineChart& chart) {
  return std::ranges::all_of(chart.series, [](const LineSeries& series) { return series.points.empty(); });
}

std::string plot(const LineChart& chart) {
  const Axes axes{{0.0, last_x(chart)}, value_axis(chart)};
  std::string curves;
  for (std::size_t i = 0; i < chart.series.size(); ++i) curves += curve(axes, chart.series[i], i);
  return concat(grid(axes), "<svg x=\"", kLeft, "%\" y=\"", kTop, "\" width=\"", kWidth, "%\" height=\"", kHeight,
                "\" viewBox=\"0 0 ", kUnits, " ", kHeight, "\" preserveAspectRatio=\"none\">\n", curves, "</svg>",
                dots(axes, chart), chart.mark ? mark_svg(axes, *chart.mark) : "", "<line class=\"cursor\" y1=\"", kTop,
                "\" y2=\"", kTop + kHeight, "\" visibility=\"hidden\"/>");
}

}  // namespace

std::string line_chart(const LineChart& chart) {
  if (is_empty(chart)) {
    return concat("<figure>", caption(chart), "<p class=\"none\">No values yet.</p></figure>\n");
  }
  return concat("<figure class=\"curves\" data-x-name=\"", escaped(chart.x_name), "\" data-last=\"",
                decimal(last_x(chart), 0), "\" data-left=\"", kLeft, "\" data-width=\"", kWidth, "\">", caption(chart),
                "<svg role=\"img\" tabindex=\"0\" width=\"100%\" height=\"", kFullHeight, "\" aria-labelledby=\"",
                chart.id, "-title ", chart.id, "-desc\"><title id=\"", chart.id, "-title\">", escaped(chart.title),
                "</title><desc id=\"", chart.id, "-desc\">", escaped(chart_description(chart)), "</desc>\n",
                plot(chart), "</svg>", readout(chart), "</figure>\n");
}

}  // namespace tfm::page
