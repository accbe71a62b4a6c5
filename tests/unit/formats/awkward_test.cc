// The awkward files of ../shared/data/awkward, where they are: what its README says of each.

#include <algorithm>
#include <tuple>

#include "pair_testing.h"

namespace tfm {
namespace {

class AwkwardFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(awkward_folder())) GTEST_SKIP() << "no " << awkward_folder();
  }
  static CorpusConfig one(const char* name, CorpusConfig corpus = {}) {
    corpus.file = awkward_folder() / name;
    return corpus;
  }
  static CorpusConfig two(const char* source, const char* target) {
    CorpusConfig corpus;
    corpus.source = awkward_folder() / source;
    corpus.target = awkward_folder() / target;
    return corpus;
  }
  static int64_t defects(const std::vector<CleanPair>& pairs) {
    return std::ranges::count_if(pairs, [](const CleanPair& pair) { return !pair.defect.empty(); });
  }
  static int64_t sum(const std::vector<CleanPair>& pairs, int64_t CleanLine::*member) {
    int64_t result = 0;
    for (const CleanPair& pair : pairs) result += pair.source.*member + pair.target.*member;
    return result;
  }
};

TEST_F(AwkwardFiles, GiveTheUnitsOfATmx) {
  const auto pairs = read_pairs(one("tmx11-omegat.tmx"));
  EXPECT_EQ(pairs.size(), 19U);
  EXPECT_EQ(defects(pairs), 0);
  EXPECT_EQ(shown(pairs[0]), "7 (0, 0, 0, 0) | (0, 0, 0, 0)");
}

TEST_F(AwkwardFiles, GiveGbkAsUtf8) {
  const auto files = read_pairs(two("gbk.en", "gbk.zh")), table = read_pairs(one("gbk.tsv"));
  EXPECT_EQ(files.size(), 60U);
  EXPECT_EQ(shown(files), shown(table));
  EXPECT_EQ(sum(table, &CleanLine::replaced_sequences), 0);
  EXPECT_EQ(open_pairs(one("gbk.tsv"), {"en", "zh"})->encoding(), "GB18030");
  EXPECT_TRUE(files[0].target.had_carriage_return);
}

TEST_F(AwkwardFiles, GiveColumnsBehindAByteOrderMark) {
  const auto pairs = read_pairs(one("bom-three-columns.tsv"));
  EXPECT_EQ(pairs.size(), 40U);
  EXPECT_EQ(shown(pairs[0]), "1 Hi. | 嗨。");
  EXPECT_TRUE(pairs[0].source.had_bom);
}

TEST_F(AwkwardFiles, GiveCrLfWithoutItsCr) {
  const auto pairs = read_pairs(two("crlf.en", "crlf.zh"));
  EXPECT_EQ(pairs.size(), 35U);
  EXPECT_TRUE(pairs[34].source.had_carriage_return);
  EXPECT_EQ(sum(pairs, &CleanLine::removed_zero_width), 2);
  EXPECT_EQ(pairs[20].source.removed_zero_width + pairs[20].target.removed_zero_width, 2);
}

TEST_F(AwkwardFiles, GiveAsManyLinesAsThereAreLineFeeds) {
  for (const auto& [source, target, lines] : {std::tuple{"line-separators.en", "line-separators.zh", 12U},
                                              {"empty-side.en", "empty-side.zh", 14U},
                                              {"very-long-line.en", "very-long-line.zh", 1U},
                                              {"replacement-char.en", "replacement-char.zh", 23U},
                                              {"mixed-script.en", "mixed-script.zh", 12U},
                                              {"fullwidth.en", "fullwidth.zh", 13U},
                                              {"tokenised-escaped.en", "tokenised-escaped.zh", 40U}}) {
    const auto pairs = read_pairs(two(source, target));
    EXPECT_EQ(pairs.size(), lines) << source;
    EXPECT_EQ(defects(pairs), 0) << source;
    EXPECT_EQ(sum(pairs, &CleanLine::replaced_sequences), 0) << source;
  }
}

TEST_F(AwkwardFiles, AreRefusedWhereLinesDiffer) {
  const std::string message = error_message([] { read_pairs(two("line-counts-differ.en", "line-counts-differ.zh")); });
  EXPECT_NE(message.find("line-counts-differ.en has 117 lines but "), std::string::npos) << message;
  EXPECT_NE(message.find("line-counts-differ.zh has 85;"), std::string::npos) << message;
}

TEST_F(AwkwardFiles, GiveTheSegmentsOfSgml) {
  const auto pairs = read_pairs(two("sgm-bare-ampersand.en.sgm", "sgm-bare-ampersand.zh.sgm"));
  EXPECT_GE(pairs.size(), 16U);
  EXPECT_EQ(defects(pairs), 0);
  EXPECT_TRUE(std::ranges::any_of(
      pairs, [](const CleanPair& pair) { return pair.source.text.find('&') != std::string::npos; }));
}

TEST_F(AwkwardFiles, GiveTheUnitsOfXliff) {
  const auto pairs = read_pairs(one("xliff12.zh-Hans.xlf"), {"en", "zh-Hans"});
  EXPECT_EQ(pairs.size(), 19U);
  EXPECT_EQ(defects(pairs), 1);
  EXPECT_EQ(read_pairs(one("xliff12.zh-Hans.xlf")).size(), 19U);
  EXPECT_THROW(read_pairs(one("xliff12.zh-Hans.xlf"), {"en", "zh-Hant"}), UserError);
}

TEST_F(AwkwardFiles, GiveADefectForABrokenLineOfJson) {
  CorpusConfig corpus;
  corpus.source_key = "english";
  corpus.target_key = "chinese";
  const auto pairs = read_pairs(one("jsonl-broken-line.json", corpus));
  EXPECT_EQ(pairs.size(), 16U);
  EXPECT_EQ(defects(pairs), 1);
  EXPECT_EQ(shown(pairs[8]), "9 ! not JSON");
}

TEST_F(AwkwardFiles, GiveColumnsOfQuotedCsv) {
  CorpusConfig corpus;
  corpus.header = true;
  corpus.source_column = 6;
  corpus.target_column = 7;
  const auto pairs = read_pairs(one("quoted.csv", corpus));
  EXPECT_EQ(pairs.size(), 49U);
  EXPECT_EQ(defects(pairs), 0);
  EXPECT_EQ(shown(pairs[0]), "2 contagious | 可传染 : 有传染性");
}

}  // namespace
}  // namespace tfm
