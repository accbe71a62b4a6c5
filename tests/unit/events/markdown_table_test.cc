#include "events/markdown_table.h"

#include <gtest/gtest.h>

namespace tfm::events {
namespace {

TEST(MarkdownTable, HasALineForEachRow) {
  EXPECT_EQ(markdown_table({"source", "translation"}, {{"red", "红"}, {"", "蓝"}}),
            "| source | translation |\n| --- | --- |\n| red | 红 |\n|  | 蓝 |\n");
}

TEST(MarkdownTable, ShowsSignsAsTheyAre) {
  EXPECT_EQ(markdown_table({"a"}, {{"x|y *z* <b> & 1.\nend\\"}}),
            "| a |\n| --- |\n| x\\|y \\*z\\* &lt;b\\> &amp; 1\\. end\\\\ |\n");
}

}  // namespace
}  // namespace tfm::events
