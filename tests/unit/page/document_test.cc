#include "page/document.h"

#include <gtest/gtest.h>

namespace tfm::page {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

TEST(Document, ListsItsSectionsAndNeedsNothingElse) {
  const auto html = document("T", "<p>head</p>", {{"one", "One", "<p>body</p>"}});
  EXPECT_TRUE(has(html, "<title>T</title>"));
  EXPECT_TRUE(has(html, "<a href=\"#one\">One</a>"));
  EXPECT_TRUE(has(html, "<section id=\"one\""));
  EXPECT_FALSE(has(html, "http://") || has(html, "https://") || has(html, "src="));
}

TEST(Document, LoadsItselfAgainOnlyWhereAskedTo) {
  EXPECT_FALSE(has(document("T", "", {}), "http-equiv=\"refresh\""));
  EXPECT_FALSE(has(document("T", "", {}), "sessionStorage"));
  const auto html = document("T", "", {}, {.seconds = 15, .keeps_place = true});
  EXPECT_TRUE(has(html, "<meta http-equiv=\"refresh\" content=\"15\">"));
  EXPECT_TRUE(has(html, "sessionStorage"));
}

}  // namespace
}  // namespace tfm::page
