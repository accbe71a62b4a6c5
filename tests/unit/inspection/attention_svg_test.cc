#include <gtest/gtest.h>

#include <cstdlib>

#include "core/error.h"
#include "example_maps.h"
#include "inspection/attention_view.h"
#include "xml_check.h"

namespace tfm {
namespace {

std::string cells_of(const std::string& svg) {
  const auto begin = svg.find("<g class=\"cells\">");
  return svg.substr(begin, svg.find("</g>", begin) - begin);
}

// Each match of `pattern`'s first group.
std::vector<std::string> all(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

std::vector<float> weights_in(const std::string& svg) {
  std::vector<float> weights;
  for (const auto& number : all(cells_of(svg), ": ([0-9.e+-]+)</title>")) {
    weights.push_back(std::strtof(number.c_str(), nullptr));
  }
  return weights;
}

// A sentence of `length` pieces whose weights are even.
AttentionMaps long_maps(std::size_t length) {
  auto maps = example_maps();
  const std::vector<float> row(length, 1.0F / static_cast<float>(length));
  maps.source_pieces.assign(length, "▁piece");
  maps.maps = {{.part = "encoder", .layer = 0, .heads = {std::vector<std::vector<float>>(length, row)}}};
  return maps;
}

TEST(AttentionSvg, HasTheWeightOfEachCellInItsTitle) {
  const auto svg = attention_svg(example_maps(), {.part = "cross", .layer = 0, .head = 0});
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_EQ(weights_in(svg), (std::vector<float>{0.3F, 0.7F, 0.6F, 0.4F}));
  EXPECT_EQ(all(cells_of(svg), "<title>([^:]*):").at(2), "query “▁红” (predicts “&lt;/s&gt;”), key “▁red”");
}

TEST(AttentionSvg, GivesTheLargestWeightTheDarkestColourAndZeroNone) {
  const auto cells = cells_of(attention_svg(example_maps(), {.part = "cross", .layer = 0, .head = 1}));
  EXPECT_EQ(all(cells, "fill=\"([^\"]*)\""), (std::vector<std::string>{"#08306b", "url(#zero)", "#beccde", "#365788"}));
}

TEST(AttentionSvg, WritesTheNumbersWhereThereIsRoom) {
  EXPECT_NE(attention_svg(example_maps(), {}).find(">0.65</text>"), std::string::npos);
  EXPECT_EQ(attention_svg(long_maps(30), {.part = "encoder"}).find(">0.03</text>"), std::string::npos);
}

TEST(AttentionSvg, GivesTheEntropyOfEachRow) {
  const auto svg = attention_svg(example_maps(), {.part = "encoder", .layer = 0, .head = 0});
  const auto entropies = svg.substr(svg.find("<g class=\"entropies\""));
  EXPECT_NE(entropies.find(">1.00</text>"), std::string::npos);
  EXPECT_NE(entropies.find(">0.47</text>"), std::string::npos);
}

TEST(AttentionSvg, TakesAnyText) {
  const auto svg = attention_svg(awkward_maps(), {});
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_NE(svg.find("&lt;/script&gt;&lt;!--"), std::string::npos);
}

TEST(AttentionSvg, HasATitleAndADescription) {
  const auto svg = attention_svg(example_maps(), {});
  EXPECT_NE(svg.find("<title id=\"title\">Cross-attention, layer 0, average of 2 heads</title>"), std::string::npos);
  EXPECT_NE(svg.find("Source: red Target: 红</desc>"), std::string::npos);
}

TEST(AttentionSvg, DrawsLongSentencesInSmallCells) {
  const auto svg = attention_svg(long_maps(100), {.part = "encoder"});
  EXPECT_EQ(weights_in(svg).size(), 10000U);
  EXPECT_LT(std::stoi(all(svg, "<svg[^>]* width=\"([0-9]+)\"").at(0)), 2000);
}

TEST(AttentionSvg, RefusesAViewThatIsNotThere) {
  EXPECT_THROW(attention_svg(example_maps(), {.part = "cross", .layer = 3}), UserError);
}

}  // namespace
}  // namespace tfm
