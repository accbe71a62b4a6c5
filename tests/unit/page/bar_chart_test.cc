#include "page/bar_chart.h"

#include <gtest/gtest.h>

namespace tfm::page {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

TEST(BarChart, ScalesBarsToTheLargestValue) {
  const auto html = bar_chart(
      {.id = "c", .title = "T", .categories_name = "n", .categories = {"a", "b"}, .series = {{"s", {50, 200}}}});
  EXPECT_TRUE(has(html, "width=\"25.00%\""));
  EXPECT_TRUE(has(html, "width=\"100.00%\""));
}

TEST(BarChart, ScalesBarsToTheGivenFullLength) {
  const auto html = bar_chart({.id = "c",
                               .title = "T",
                               .categories_name = "n",
                               .categories = {"a"},
                               .series = {{"s", {50}}},
                               .decimals = 1,
                               .full = 100.0});
  EXPECT_TRUE(has(html, "width=\"50.00%\""));
  EXPECT_TRUE(has(html, ">50.0</text>"));
}

TEST(BarChart, DescribesItselfInWords) {
  const auto html = bar_chart({.id = "c",
                               .title = "T & U",
                               .categories_name = "n",
                               .categories = {"a", "b"},
                               .series = {{"<x>", {1, 2}}, {"y", {3, 4}}}});
  EXPECT_TRUE(has(html, "aria-labelledby=\"c-title c-desc\""));
  EXPECT_TRUE(has(html, "<title id=\"c-title\">T &amp; U</title>"));
  EXPECT_TRUE(has(html, "<desc id=\"c-desc\">n: a: &lt;x&gt; 1, y 3; b: &lt;x&gt; 2, y 4</desc>"));
}

TEST(BarChart, HasALegendForSeveralSeriesOnly) {
  const auto one =
      bar_chart({.id = "c", .title = "T", .categories_name = "n", .categories = {"a"}, .series = {{"s", {0}}}});
  const auto two = bar_chart(
      {.id = "c", .title = "T", .categories_name = "n", .categories = {"a"}, .series = {{"s", {0}}, {"t", {0}}}});
  EXPECT_FALSE(has(one, "legend"));
  EXPECT_TRUE(has(two, "swatch s1"));
  EXPECT_TRUE(has(one, "width=\"0.00%\""));
}

}  // namespace
}  // namespace tfm::page
