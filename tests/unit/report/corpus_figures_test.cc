#include "report/corpus_figures.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "cleaning/report_text.h"

namespace tfm::report {
namespace {

TEST(CorpusFigures, AreThoseOfTheReport) {
  const ScratchFolder folder;
  put_file(folder / "report.json", R"({"read":5,"kept":3,"dropped":2,"altered":1,
    "epoch":{"pairs":3,"source_pieces":30,"target_pieces":40},
    "corpora":[{"source":"/far/a.en","target":"/far/a.zh","read":5,"kept":3,"dropped":2,"altered":1,
                "rules":{"blank_source":{"count":2,"effect":"drops","lines":[1,2]},
                         "blank_target":{"count":0,"effect":"drops","lines":[]}}}]})");
  const auto figures = read_data_figures(folder / "report.json");
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->pairs.kept, 3);
  EXPECT_EQ(figures->epoch_target_pieces, 40);
  ASSERT_EQ(figures->corpora.size(), 1U);
  EXPECT_EQ(figures->corpora[0].name, "a.en, a.zh");
  ASSERT_EQ(figures->corpora[0].rules.size(), 1U);
  EXPECT_EQ(figures->corpora[0].rules[0].what, "source lines blank");
  EXPECT_EQ(figures->corpora[0].rules[0].count, 2);
}

// Both sides of the format agree.
TEST(CorpusFigures, AreReadFromWhatCleaningWrites) {
  const ScratchFolder folder;
  put_file(folder / "report.json", report_to_json(PreparationReport{}, DataConfig{}));
  const auto figures = read_data_figures(folder / "report.json");
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->pairs.read, 0);
}

TEST(CorpusFigures, AreNoneWhereThereIsNoSuchReport) {
  const ScratchFolder folder;
  EXPECT_FALSE(read_data_figures(folder / "none"));
  for (const char* text : {"", "{", "[]", R"({"read":"many"})"}) {
    put_file(folder / "report.json", text);
    EXPECT_FALSE(read_data_figures(folder / "report.json")) << text;
  }
}

}  // namespace
}  // namespace tfm::report
