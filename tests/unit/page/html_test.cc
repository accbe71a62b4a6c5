#include "page/html.h"

#include <gtest/gtest.h>

namespace tfm::page {
namespace {

TEST(Html, EscapesWhatHasAMeaningInIt) {
  EXPECT_EQ(escaped("<script>\"a\" & 'b'</script>"), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
}

TEST(Html, ShowsControlCharactersAndBrokenBytes) {
  EXPECT_EQ(escaped(std::string_view("a\0b\x1B\x7F\t\r\n", 8)), "a␀b␛␡\t␍␊");
  EXPECT_EQ(escaped("\xFF\xC2\x85"), "\uFFFD\uFFFD");
}

TEST(Html, LetsNoTextTurnTheDirectionOfThePage) { EXPECT_EQ(escaped("a\u202Eb\u2066c"), "a\uFFFDb\uFFFDc"); }

TEST(Html, WritesNumbersForReaders) {
  EXPECT_EQ(count_and_share(12, 1000), "12 (1.2&nbsp;%)");
  EXPECT_EQ(count_and_share(0, 0), "0 (0.0&nbsp;%)");
}

TEST(Html, GivesTablesACaptionAndHeaders) {
  const auto html = table_html({"A < B", {"Word", "Lines"}, {{"x", "1"}}});
  EXPECT_NE(html.find("<caption>A &lt; B</caption>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"col\">Lines</th>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\">x</th><td>1</td>"), std::string::npos);
}

TEST(Html, OpensNothingWhereThereIsNothingToRead) {
  EXPECT_EQ(details("none", "", true), "<p>none</p>\n");
  EXPECT_NE(details("some", "<p>x</p>", true).find("<details open><summary>some</summary>"), std::string::npos);
}

}  // namespace
}  // namespace tfm::page
