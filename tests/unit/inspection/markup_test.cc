#include "inspection/markup.h"

#include <gtest/gtest.h>

namespace tfm::inspection {
namespace {

TEST(Markup, EscapesWhatHasAMeaning) {
  EXPECT_EQ(escaped("<a href=\"b\">'&'</a> 红"), "&lt;a href=&quot;b&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; 红");
}

TEST(Markup, ReplacesWhatXmlForbids) {
  EXPECT_EQ(escaped(std::string_view("a\0b\x1F\t\n\uFFFE\uFFFF\uFFFD", 15)), "a\uFFFDb\uFFFD\t\n\uFFFD\uFFFD\uFFFD");
}

TEST(Markup, WritesTheShortestDigits) {
  EXPECT_EQ(exact(0.1F), "0.1");
  EXPECT_EQ(exact(0.0F), "0");
  EXPECT_EQ(exact(1.0F), "1");
  EXPECT_EQ(exact(1.0F / 3.0F), "0.33333334");
}

}  // namespace
}  // namespace tfm::inspection
