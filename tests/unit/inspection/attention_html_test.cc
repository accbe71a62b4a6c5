#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example_maps.h"

namespace tfm {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto place = text.find(part); place != std::string::npos; place = text.find(part, place + part.size())) ++found;
  return found;
}

std::string embedded_json(const std::string& html) {
  const std::string opening = "<script type=\"application/json\" id=\"data\">";
  const auto begin = html.find(opening) + opening.size();
  return html.substr(begin, html.find("</script", begin) - begin);
}

TEST(AttentionHtml, HoldsTheJson) {
  for (const auto& maps : {example_maps(), awkward_maps()}) {
    EXPECT_EQ(nlohmann::json::parse(embedded_json(attention_html(maps))), nlohmann::json::parse(attention_json(maps)));
  }
}

TEST(AttentionHtml, LoadsNothingFromElsewhere) {
  const auto html = attention_html(example_maps());
  for (const char* loads : {"://", " src=", " href=", "url(", "@import", "fetch(", "XMLHttpRequest", "<link", "<img"}) {
    EXPECT_EQ(html.find(loads), std::string::npos) << loads;
  }
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(AttentionHtml, CanNotBeBrokenByAText) {
  const auto html = attention_html(awkward_maps());
  EXPECT_EQ(count(html, "</script"), 2U);
  EXPECT_EQ(count(html, "<script"), 2U);
  EXPECT_EQ(count(html, "<!--"), 0U);
  EXPECT_EQ(html.find('\x01'), std::string::npos);
}

TEST(AttentionHtml, SaysSomethingWithoutScripts) {
  const auto html = attention_html(example_maps());
  EXPECT_NE(html.find("<noscript>"), std::string::npos);
  EXPECT_NE(html.find("<dd><bdi>红</bdi></dd>"), std::string::npos);
}

}  // namespace
}  // namespace tfm
