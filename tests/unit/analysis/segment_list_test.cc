#include "analysis/segment_list.h"

#include <gtest/gtest.h>

#include "analysis/shown_text.h"

namespace tfm::analysis {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

AnalysisInput small_input() {
  return {.title = "",
          .sources = {"I <b>love</b> cats", "x"},
          .references = {{"我爱猫", "我很爱猫"}, {"y"}},
          .systems = {{"one", {"我爱狗", ""}, {}}, {"two & more", {"我爱猫", "y"}, {}}},
          .bleu = {}};
}

TEST(SegmentList, ShowsSourceClosestReferenceAndOutputWithTheirDifferences) {
  const auto html = segment_list(small_input(), 0, std::vector<ListedSegment>{{0, "note"}});
  EXPECT_TRUE(has(html, "<b>Line 1</b> note"));
  EXPECT_TRUE(has(html, "I &lt;b&gt;love&lt;/b&gt; cats"));
  EXPECT_TRUE(has(html, "Reference 1 of 2"));
  EXPECT_TRUE(has(html, "我爱<mark>猫</mark>"));
  EXPECT_TRUE(has(html, "我爱<mark>狗</mark>"));
}

TEST(SegmentList, SaysWhereAnOutputIsEmpty) {
  const auto html = segment_list(small_input(), 0, std::vector<ListedSegment>{{1, ""}});
  EXPECT_TRUE(has(html, "<span class=\"none\">empty</span>"));
  EXPECT_TRUE(has(html, "<del>y</del>"));
}

TEST(SegmentList, LeavesTheSourceOutWhereItIsUnknown) {
  auto input = small_input();
  input.sources.clear();
  EXPECT_FALSE(has(segment_list(input, 0, std::vector<ListedSegment>{{0, ""}}), "Source"));
}

TEST(SegmentList, CutsLongTextsAndSaysSo) {
  auto input = small_input();
  input.systems[0].hypotheses[1] = std::string(kShownCharacters + 1234, 'a');
  const auto html = segment_list(input, 0, std::vector<ListedSegment>{{1, ""}});
  EXPECT_TRUE(has(html, "… and 1,234 more characters"));
  EXPECT_LT(html.size(), 2 * kShownCharacters);
}

TEST(SegmentList, PutsTwoSystemsSideBySide) {
  const auto html = side_by_side_list(small_input(), 0, 1, std::vector<ListedSegment>{{0, ""}});
  EXPECT_TRUE(has(html, "<dt>one</dt>"));
  EXPECT_TRUE(has(html, "<dt>two &amp; more</dt>"));
  EXPECT_TRUE(has(html, "我爱<mark>狗</mark>"));
  EXPECT_TRUE(has(html, ">我爱猫</dd>"));
}

TEST(SegmentList, IsNothingWithoutSegments) { EXPECT_EQ(segment_list(small_input(), 0, {}), ""); }

TEST(MarkedRuns, EscapeTheirText) {
  using metrics::EditKind;
  const std::vector<TextRun> runs = {{EditKind::kSame, U"<"}, {EditKind::kRemoved, U"&"}, {EditKind::kAdded, U">"}};
  EXPECT_EQ(marked(runs), "&lt;<del>&amp;</del><ins>&gt;</ins>");
}

}  // namespace
}  // namespace tfm::analysis
