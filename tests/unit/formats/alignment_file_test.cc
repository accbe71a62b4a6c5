#include "../compressed_testing.h"
#include "formats/aligned_pairs.h"
#include "formats/corpus_files.h"
#include "pair_testing.h"

namespace tfm {
namespace {

class AlignmentFileTest : public FormatTest {
 protected:
  std::filesystem::path alignment(const std::string& text) {
    put_file(folder_ / "train.align", text);
    return folder_ / "train.align";
  }
  CorpusConfig aligned(CorpusConfig corpus, const std::string& text) {
    corpus.alignment = alignment(text);
    return corpus;
  }
  std::vector<AlignedPair> read(const CorpusConfig& corpus) {
    AlignedPairReader reader(corpus, {"en", "zh"});
    std::vector<AlignedPair> pairs;
    while (auto pair = reader.next()) pairs.push_back(std::move(*pair));
    return pairs;
  }
  std::string refusal(const CorpusConfig& corpus) {
    return error_message([&] { read(corpus); });
  }
  std::string check_refusal(const CorpusConfig& corpus) {
    return error_message([&] { check_corpus(corpus); });
  }
};

TEST_F(AlignmentFileTest, GivesALineToEachPair) {
  const auto pairs = read(aligned(two_files("a b\nc\nd\n", "x y\nz\nw\n"), "0-1 1-0\n\n0-0"));
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].alignment, (Alignment{{0, 1}, {1, 0}}));
  EXPECT_EQ(pairs[1].alignment, Alignment{});
  EXPECT_EQ(pairs[2].text.source.text, "d");
  EXPECT_EQ(pairs[2].alignment, (Alignment{{0, 0}}));
}

TEST_F(AlignmentFileTest, GivesALineToEachRecordOfOneFile) {
  CorpusConfig with_header = one_file("a.tsv", "en\tzh\na\tx\nno pair\nb\ty\n");
  with_header.header = true;
  const auto pairs = read(aligned(with_header, "0-0\n\n0-0 0-0\n"));
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_FALSE(pairs[1].text.defect.empty());  // a record that is no pair has its line as well
  EXPECT_EQ(pairs[2].alignment.size(), 2U);
  EXPECT_EQ(read(aligned(one_file("a.csv", "\"a\nb\",x\nc,y\n"), "0-0\n0-0\n")).size(), 2U);
}

TEST_F(AlignmentFileTest, MayBeCompressed) {
  CorpusConfig corpus = aligned(two_files("a\n", "x\n"), gzipped("0-0\n"));
  EXPECT_EQ(read(corpus)[0].alignment, (Alignment{{0, 0}}));
  check_corpus(corpus);
}

TEST_F(AlignmentFileTest, IsNothingWhereThereIsNone) {
  EXPECT_EQ(read(two_files("a\n", "x\n"))[0].alignment, Alignment{});
}

TEST_F(AlignmentFileTest, RefusesAnotherNumberOfLines) {
  const CorpusConfig fewer = aligned(two_files("a\nb\nc\n", "x\ny\nz\n"), "0-0\n");
  const std::string name = (folder_ / "train.align").string(), source = (folder_ / "source.txt").string();
  const std::string target = (folder_ / "target.txt").string();
  const std::string expected =
      concat(name, " has 1 lines but ", source, " and ", target,
             " 3 pairs; an alignment needs one line for each pair, a blank one where nothing is linked");
  EXPECT_EQ(refusal(fewer), expected);
  EXPECT_EQ(check_refusal(fewer), expected);
  const CorpusConfig more = aligned(one_file("a.tsv", "a\tx\n"), "0-0\n0-0\n");
  EXPECT_NE(refusal(more).find("train.align has 2 lines but "), std::string::npos);
  EXPECT_NE(refusal(more).find("a.tsv 1 pairs; "), std::string::npos);
}

TEST_F(AlignmentFileTest, NamesALineThatIsNoAlignment) {
  const CorpusConfig corpus = aligned(two_files("a\nb\n", "x\ny\n"), "0-0\n0:0\n");
  const std::string expected =
      (folder_ / "train.align").string() +
      ":2: \"0:0\" is no alignment; each line has links such as 0-0 1-2 (source-target, from 0), or none";
  EXPECT_EQ(refusal(corpus), expected);
  EXPECT_EQ(check_refusal(corpus), expected);
  EXPECT_EQ(check_refusal(aligned(one_file("a.tsv", "a\tx\n"), "0-0\n0:0\n")), expected);
  std::string text;
  for (int i = 0; i < 30; ++i) text += "好";
  EXPECT_NE(refusal(aligned(two_files("a\n", "x\n"), text)).find("1: \"好好好好好好好好好好好好好…\" is"),
            std::string::npos);
}

TEST_F(AlignmentFileTest, MustBeThere) {
  CorpusConfig corpus = two_files("a\n", "x\n");
  corpus.alignment = folder_ / "nowhere.align";
  EXPECT_NE(check_refusal(corpus).find("nowhere.align"), std::string::npos);
}

TEST_F(AlignmentFileTest, IsFoundByAPatternBesideThoseOfTheText) {
  for (const char* name : {"1.en", "2.en", "1.zh", "2.zh", "1.align", "2.align"}) put_file(folder_ / name, "");
  CorpusConfig corpus;
  corpus.source = folder_ / "?.en";
  corpus.target = folder_ / "?.zh";
  corpus.alignment = folder_ / "?.align";
  const auto corpora = expand_patterns(corpus);
  ASSERT_EQ(corpora.size(), 2U);
  EXPECT_EQ(corpora[1].target, folder_ / "2.zh");
  EXPECT_EQ(corpora[1].alignment, folder_ / "2.align");
  std::filesystem::remove(folder_ / "1.align");
  const std::string message = error_message([&] { expand_patterns(corpus); });
  EXPECT_NE(message.find("?.en matches 2 files but "), std::string::npos) << message;
  EXPECT_NE(message.find("?.align 1; "), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with("1.en")) << message;
}

}  // namespace
}  // namespace tfm
