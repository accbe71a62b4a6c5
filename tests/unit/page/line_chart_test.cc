#include "page/line_chart.h"

#include <gtest/gtest.h>

namespace tfm::page {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

LinePoint point(double x, double y) { return {x, y, y, y}; }

LineChart chart_of(std::vector<LineSeries> series) {
  return {.id = "c", .title = "T", .unit = "per token", .x_name = "step", .series = std::move(series)};
}

TEST(LineChart, DrawsEachSeriesFromTheZeroOfXToItsLastPoint) {
  auto chart = chart_of({{"loss", {point(50, 0), point(100, 10)}}});
  chart.from_zero = true;
  const auto html = line_chart(chart);
  EXPECT_TRUE(has(html, "class=\"line s0\""));
  EXPECT_TRUE(has(html, "d=\"M500.0,170.0 1000.0,8.1\""));  // 10 of 10.5 values high
  EXPECT_TRUE(has(html, "data-points=\"50 0;100 10.00\""));
}

TEST(LineChart, DescribesItselfInWords) {
  const auto html = line_chart(chart_of({{"<x>", {point(10, 5), point(2000, 1), point(3000, 2)}}}));
  EXPECT_TRUE(has(html, "aria-labelledby=\"c-title c-desc\""));
  EXPECT_TRUE(has(html,
                  "&lt;x&gt;, first at step 10: 5.000; last at step 3,000: 2.000; lowest at step 2,000: 1.000; "
                  "highest at step 10: 5.000</desc>"));
}

TEST(LineChart, ShowsTheLastValuesWithoutAScript) {
  const auto html = line_chart(chart_of({{"BLEU", {point(1, 2), point(2, 3)}}, {"chrF", {point(2, 4)}}}));
  EXPECT_TRUE(has(html, "<p class=\"readout\">step 2: BLEU <b>3.000</b>, chrF <b>4.000</b></p>"));
  EXPECT_TRUE(has(html, "swatch s1"));
  EXPECT_TRUE(has(html, "<circle class=\"s1\""));  // a single point makes no line
}

TEST(LineChart, DrawsABandWhereAPointStandsForARange) {
  EXPECT_FALSE(has(line_chart(chart_of({{"x", {point(1, 2), point(2, 3)}}})), "class=\"band"));
  EXPECT_TRUE(has(line_chart(chart_of({{"x", {point(1, 2), {2, 3, 2, 4}}}})), "class=\"band s0\""));
}

TEST(LineChart, RingsThePointThatIsMarked) {
  auto chart = chart_of({{"x", {point(1, 2), point(2, 3)}}});
  EXPECT_FALSE(has(line_chart(chart), "class=\"ring\""));
  chart.mark = LineMark{2, 3, "best & last"};
  const auto html = line_chart(chart);
  EXPECT_TRUE(has(html, "class=\"ring\""));
  EXPECT_TRUE(has(html, "best &amp; last</text>"));
}

TEST(LineChart, TakesALinearAxisWhereNoValueIsPositive) {
  auto chart = chart_of({{"x", {point(1, 0), point(2, 0)}}});
  chart.scale = Scale::kLogarithmic;
  EXPECT_FALSE(has(line_chart(chart), "nan"));
}

TEST(LineChart, SaysWhereThereIsNothingToDraw) {
  EXPECT_TRUE(has(line_chart(chart_of({{"x", {}}})), "No values yet."));
}

}  // namespace
}  // namespace tfm::page
