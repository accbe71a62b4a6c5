#include "formats/segment_file.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kXml = R"(<?xml version='1.0' encoding='utf-8'?>
<dataset id="test">
 <doc id="one" origlang="en">
  <src lang="en"><p><seg id="2">Second &amp; last</seg><seg id="1">First
   one</seg><seg id="3">Not translated</seg></p></src>
  <ref lang="zh" translator="A"><p><seg id="1">第一</seg><seg id="2">第二</seg></p></ref>
  <ref lang="zh" translator="B"><p><seg id="1">一</seg></p></ref>
  <hyp system="X"><p><seg id="1">甲</seg><seg id="2">乙</seg><seg id="3">丙</seg></p></hyp>
 </doc>
 <doc id="suite" testsuite="yes"><src lang="en"><seg id="1">Left out</seg></src>
  <ref lang="zh" translator="A"><seg id="1">不要</seg></ref></doc>
</dataset>)";

class SegmentFileTest : public ::testing::Test {
 protected:
  std::vector<SegmentStream> read(const std::string& name, const std::string& text,
                                  SegmentRole role = SegmentRole::kReference) {
    write_file(folder_ / name, text);
    return read_segment_file(folder_ / name, role);
  }
  std::string message(const std::string& name, const std::string& text) {
    return error_message([&] { read(name, text); });
  }
  ScratchFolder folder_;
};

TEST_F(SegmentFileTest, CutsTextAtLineFeedsAlone) {
  EXPECT_EQ(read("a.txt", "\uFEFFone \r\n\ntwo\u2028three\x0B\nlast"),
            std::vector<Lines>({{"\uFEFFone \r", "", "two\u2028three\x0B", "last"}}));
}

TEST_F(SegmentFileTest, RepairsBytesThatAreNoUtf8AndNamesTheirLines) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(read("a.txt", "ok\n\xFF\n"), std::vector<Lines>({{"ok", "\uFFFD"}}));
  const auto output = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(output.find("1 line with invalid UTF-8, replaced by U+FFFD: 2"), std::string::npos) << output;
}

TEST_F(SegmentFileTest, TakesSgmlSegmentsWithBareAmpersandsAsTheyAre) {
  EXPECT_EQ(read("a.sgm", "<refset>\n<doc>\n<seg id=\"1\"> A  & B &amp; C </seg>\n<hl>\n<seg id=\"2\">two</seg>\n"),
            std::vector<Lines>({{"A & B &amp; C", "two"}}));
}

TEST_F(SegmentFileTest, TakesEachTranslatorOfAnXmlFileAsAStream) {
  EXPECT_EQ(read("a.xml", kXml), std::vector<Lines>({{"第一", "第二"}, {"一", ""}}));
}

TEST_F(SegmentFileTest, OrdersXmlSegmentsByNumberAndLeavesOutWhatNobodyTranslated) {
  EXPECT_EQ(read("a.xml", kXml, SegmentRole::kSource), std::vector<Lines>({{"First one", "Second & last"}}));
  EXPECT_EQ(read("a.xml", kXml, SegmentRole::kHypothesis), std::vector<Lines>({{"甲", "乙"}}));
}

TEST_F(SegmentFileTest, ReadsXmlOfOtherEncodings) {
  const std::string body = "<doc><ref><seg id=\"1\">\xB5</seg></ref></doc>";
  EXPECT_EQ(read("a.xml", "<?xml version='1.0' encoding='iso-8859-1'?>" + body), std::vector<Lines>({{"µ"}}));
  EXPECT_EQ(read("a.xml", "\uFEFF<doc><ref><seg id=\"1\">µ</seg></ref></doc>"), std::vector<Lines>({{"µ"}}));
  EXPECT_NE(message("a.xml", body).find("no well-formed XML"), std::string::npos);
}

TEST_F(SegmentFileTest, SaysWhereXmlIsBroken) {
  EXPECT_NE(message("a.xml", "<doc>\n<src></doc>").find("a.xml:2:8: no well-formed XML"), std::string::npos);
  EXPECT_NE(message("a.xml", "<doc><ref><seg id=\"x\">a</seg></ref></doc>").find("the id \"x\""), std::string::npos);
  EXPECT_NE(message("a.xml", "<doc><src><seg id=\"1\">a</seg></src></doc>").find("has no <ref>"), std::string::npos);
}

TEST_F(SegmentFileTest, RefusesFilesWithoutSegments) {
  EXPECT_NE(message("a.txt", "").find("has no segments"), std::string::npos);
  EXPECT_NE(message("a.sgm", "text\n").find("has no segments"), std::string::npos);
}

}  // namespace
}  // namespace tfm
