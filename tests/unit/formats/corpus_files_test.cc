#include "formats/corpus_files.h"

#include <sys/stat.h>

#include "../compressed_testing.h"
#include "formats/corpus_format.h"
#include "pair_testing.h"

namespace tfm {
namespace {

class CorpusFilesTest : public FormatTest {
 protected:
  CorpusConfig patterns(const char* source, const char* target) {
    CorpusConfig corpus;
    corpus.source = folder_ / source;
    corpus.target = folder_ / target;
    return corpus;
  }
  void touch(std::initializer_list<const char*> names) {
    for (const char* name : names) put_file(folder_ / name, "text\n");
  }
  std::string format_refusal(const CorpusConfig& corpus) {
    return error_message([&] { corpus_format(corpus); });
  }
  std::string check_refusal(const CorpusConfig& corpus) {
    return error_message([&] { check_corpus(corpus); });
  }
};

TEST_F(CorpusFilesTest, TellsAFormatByTheNameWithoutItsCompression) {
  EXPECT_EQ(format_extension("a/b.TMX.gz"), ".tmx");
  EXPECT_EQ(format_extension("b.jsonl.zst"), ".jsonl");
  EXPECT_EQ(format_extension("gz"), "");
  for (const auto& [name, format] : {std::pair{"a.tsv", CorpusFormat::kTsv},
                                     {"a.csv.gz", CorpusFormat::kCsv},
                                     {"a.json", CorpusFormat::kJsonl},
                                     {"a.tmx.zst", CorpusFormat::kTmx},
                                     {"a.xlf", CorpusFormat::kXliff},
                                     {"zh.po", CorpusFormat::kPo},
                                     {"a.xml", CorpusFormat::kWmt}}) {
    CorpusConfig corpus;
    corpus.file = name;
    EXPECT_EQ(corpus_format(corpus), format) << name;
  }
}

TEST_F(CorpusFilesTest, RefusesWhatNamesNoFormat) {
  CorpusConfig corpus;
  EXPECT_NE(format_refusal(corpus).find("give either file, or source and target"), std::string::npos);
  corpus.file = "a.txt";
  EXPECT_NE(format_refusal(corpus).find("a.txt: its format can't be told by its name"), std::string::npos);
  corpus.format = CorpusFormat::kText;
  EXPECT_NE(format_refusal(corpus).find("a.txt: text comes in two files"), std::string::npos);
  corpus.source = "b.txt";
  EXPECT_NE(format_refusal(corpus).find("a.txt: give either file"), std::string::npos);
  CorpusConfig two = patterns("a", "b");
  two.format = CorpusFormat::kTmx;
  EXPECT_NE(format_refusal(two).find("give one file that holds both sides"), std::string::npos);
}

TEST_F(CorpusFilesTest, ExpandsPatternsSideBySide) {
  touch({"b.en", "a.en", "a.zh", "b.zh"});
  const auto corpora = expand_patterns(patterns("*.en", "*.zh"));
  ASSERT_EQ(corpora.size(), 2U);
  EXPECT_EQ(corpora[0].source, folder_ / "a.en");
  EXPECT_EQ(corpora[0].target, folder_ / "a.zh");
  EXPECT_EQ(corpora[1].target, folder_ / "b.zh");
  touch({"x.tmx", "y.tmx"});
  CorpusConfig one;
  one.file = folder_ / "?.tmx";
  one.weight = 2.0;
  const auto files = expand_patterns(one);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].file, folder_ / "y.tmx");
  EXPECT_EQ(files[1].weight, 2.0);
}

TEST_F(CorpusFilesTest, NamesTheFirstFileWithoutAPartner) {
  touch({"train-1.en", "train-2.en", "train-3.en", "train-1.zh", "train-3.zh"});
  const std::string message = error_message([&] { expand_patterns(patterns("train-*.en", "train-*.zh")); });
  EXPECT_NE(message.find("train-*.en matches 3 files but "), std::string::npos) << message;
  EXPECT_NE(message.find("train-*.zh 2; "), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with("train-2.en")) << message;
}

TEST_F(CorpusFilesTest, AcceptsFilesThatFit) {
  check_corpus(two_files("one\ntwo\n", "一\n二"));
  CorpusConfig corpus = two_files("one\ntwo\n", "");
  put_file(*corpus.target, gzipped("一\n二"));
  check_corpus(corpus);
  check_corpus(one_file("a.tsv", "a\tb\n"));
}

TEST_F(CorpusFilesTest, SaysWhereTheLinesSeemToPart) {
  std::string source, target;
  for (int i = 1; i <= 500; ++i) {
    source += std::string(static_cast<size_t>(i * i % 97), 'a') + "\n";
    if (i != 200 && i != 201) target += std::string(static_cast<size_t>(i * i % 97), 'b') + "\n";
  }
  const std::string message = check_refusal(two_files(source, target));
  EXPECT_NE(message.find("source.txt has 500 lines but "), std::string::npos) << message;
  EXPECT_NE(message.find("target.txt has 498; "), std::string::npos) << message;
  EXPECT_NE(message.find("they seem to part at line 200"), std::string::npos) << message;
  EXPECT_NE(check_refusal(two_files(target, source)).find("they seem to part at line 200"), std::string::npos);
}

TEST_F(CorpusFilesTest, RefusesEmptyAndMissingFilesAndPipes) {
  EXPECT_NE(check_refusal(two_files("", "a\n")).find("source.txt is empty"), std::string::npos);
  EXPECT_NE(check_refusal(one_file("a.tsv", "")).find("a.tsv is empty"), std::string::npos);
  EXPECT_NE(check_refusal(one_file("a.tsv", gzipped(""))).find("a.tsv is empty"), std::string::npos);
  CorpusConfig corpus = two_files("a\n", "b\n");
  std::filesystem::remove(*corpus.target);
  EXPECT_NE(check_refusal(corpus).find("No such file"), std::string::npos);
  ASSERT_EQ(::mkfifo(corpus.target->c_str(), 0600), 0);
  EXPECT_NE(check_refusal(corpus).find("target.txt is a pipe or device"), std::string::npos);
}

}  // namespace
}  // namespace tfm
