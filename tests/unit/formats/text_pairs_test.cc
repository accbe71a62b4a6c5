#include "formats/text_pairs.h"

#include "pair_testing.h"

namespace tfm {
namespace {

class TextPairs : public FormatTest {
 protected:
  std::string refusal_of(const std::string& source, const std::string& target, const std::string& extension = ".txt") {
    return error_message([&] { read_pairs(two_files(source, target, extension)); });
  }
  std::string source_ = (folder_ / "source.txt").string(), target_ = (folder_ / "target.txt").string();
};

TEST_F(TextPairs, PutsLineBesideLine) {
  EXPECT_EQ(shown(read_pairs(two_files("one\ntwo \n", "一\r\n二"))), (Shown{"1 one | 一", "2 two  | 二"}));
}

TEST_F(TextPairs, KeepsEmptyLines) {
  EXPECT_EQ(shown(read_pairs(two_files("\none\n\n", "\n\n三\n"))), (Shown{"1  | ", "2 one | ", "3  | 三"}));
}

TEST_F(TextPairs, NamesBothCountsWhenOneIsShorter) {
  EXPECT_EQ(refusal_of("1\n2\n3\n4\n", "1\n2\n"),
            concat(source_, " has 4 lines but ", target_, " has 2; a parallel corpus needs one line for one line"));
  EXPECT_EQ(refusal_of("1\n2\n3", "1\n2\n3\n4"),
            concat(source_, " has 3 lines but ", target_, " has 4; a parallel corpus needs one line for one line"));
}

TEST_F(TextPairs, RefusesAnEmptyFile) {
  EXPECT_EQ(refusal_of("", "1\n"), source_ + " is empty; a parallel corpus needs one sentence a line");
  EXPECT_EQ(refusal_of("1\n", ""), target_ + " is empty; a parallel corpus needs one sentence a line");
}

TEST_F(TextPairs, RefusesAMissingFile) {
  const auto corpus = two_files("1\n", "1\n");
  std::filesystem::remove(*corpus.target);
  EXPECT_EQ(error_message([&] { read_pairs(corpus); }), target_ + ": can't be read: No such file or directory");
}

TEST_F(TextPairs, ReadsEachSideInItsOwnEncoding) {
  const auto corpus = two_files("plain\n", "\xD6\xD0\xCE\xC4\xBA\xCD\xC6\xE4\xCB\xFB\n");
  const auto reader = open_pairs(corpus, {"en", "zh"});
  EXPECT_EQ(reader->next()->target.text, "中文和其他");
  EXPECT_EQ(reader->encoding(), "UTF-8 and GB18030");
  EXPECT_EQ(reader->share_read(), 1.0);
}

TEST_F(TextPairs, TakesTheSegmentsOfSgmlFiles) {
  const std::string source =
      "<srcset>\n<doc>\n<seg id=\"1\"> A  & B &amp; &lt;C&gt; &nbsp; </seg>\n <seg id=\"2\">two</seg>\r\n"
      "<seg id=\"3\">open\n<seg id=\"4\">four</seg>\n</doc>\n";
  const std::string target =
      "<refset>\n<seg id=\"1\">甲</seg>\n<seg id=\"2\">乙</seg>\n<seg id=\"3\">丙</seg>\n<seg id=\"4\">丁</seg>\n";
  EXPECT_EQ(
      shown(read_pairs(two_files(source, target, ".sgm"))),
      (Shown{"3 A  & B & <C> &nbsp; | 甲", "4 two | 乙", "5 ! a <seg> without </seg> on its line", "6 four | 丁"}));
}

TEST_F(TextPairs, CountsTheSegmentsOfSgmlFiles) {
  const std::string message = refusal_of("<seg id=\"1\">a</seg>\n<seg id=\"2\">a</seg>\n", "<seg>b</seg>\n", ".sgm");
  EXPECT_NE(message.find("source.sgm has 2 segments but "), std::string::npos) << message;
  EXPECT_NE(message.find("one segment for one segment"), std::string::npos) << message;
}

TEST_F(TextPairs, ReadsSgmlAsTextWhereTheConfigSaysSo) {
  auto corpus = two_files("<seg>a</seg>\n", "<seg>b</seg>\n", ".sgm");
  corpus.format = CorpusFormat::kText;
  EXPECT_EQ(shown(read_pairs(corpus)), (Shown{"1 <seg>a</seg> | <seg>b</seg>"}));
}

}  // namespace
}  // namespace tfm
