#include "data/corpus_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tfm {
namespace {

using Json = nlohmann::json;

CleanPair pair_at(int64_t line) { return {{.text = "text"}, {.text = "text"}, line}; }

void read_and_keep(CorpusReport& report, const CleanPair& pair) {
  report.read(pair);
  report.keep(pair);
}

// Line 1: a byte-order mark. 2: blank source. 3: too long target. 4: everything else on one line. 5: nothing.
CorpusReport sample_report() {
  CorpusReport report({"train.en", "train.zh"});
  CleanPair first = pair_at(1);
  first.source.had_bom = true;
  read_and_keep(report, first);
  report.read(pair_at(2));
  report.drop(Rule::kBlank, Side::kSource, 2);
  report.read(pair_at(3));
  report.drop(Rule::kTooLong, Side::kTarget, 3);
  CleanPair fourth = pair_at(4);
  fourth.source.replaced_controls = 2;
  fourth.target.replaced_sequences = 1;
  fourth.target.had_carriage_return = true;
  read_and_keep(report, fourth);
  read_and_keep(report, pair_at(5));
  for (const int64_t length : {10, 300, 20, 30}) report.note_longest_side(length);
  return report;
}

TEST(CorpusReport, CountsPairsOnceHoweverManyRulesStrikeThem) {
  const CorpusReport report = sample_report();
  EXPECT_EQ(report.pairs_read(), 5);
  EXPECT_EQ(report.pairs_kept(), 3);
  EXPECT_EQ(report.pairs_dropped(), 2);
  EXPECT_EQ(report.pairs_altered(), 2);
}

TEST(CorpusReport, NamesTheFirstTwentyLinesOfEachRule) {
  RuleHits hits;
  for (int64_t line = 1; line <= 30; ++line) hits.add(line);
  EXPECT_EQ(hits.count(), 30);
  EXPECT_EQ(hits.first_lines().size(), 20u);
  EXPECT_EQ(hits.first_lines().back(), 20);
}

TEST(CorpusReport, IsWrittenWithItsTotalsAndRules) {
  const Json json = Json::parse(report_to_json({sample_report(), sample_report()}, 256));
  EXPECT_EQ(json["read"], 10);
  EXPECT_EQ(json["kept"], 6);
  EXPECT_EQ(json["dropped"], 4);
  EXPECT_EQ(json["altered"], 4);
  EXPECT_EQ(json["max_length"], 256);
  ASSERT_EQ(json["corpora"].size(), 2u);
  const Json& corpus = json["corpora"][1];
  EXPECT_EQ(corpus["source"], "train.en");
  EXPECT_EQ(corpus["target"], "train.zh");
  EXPECT_EQ(corpus["read"], 5);
  EXPECT_EQ(corpus["rules"].size(), 12u);
  EXPECT_EQ(corpus["rules"]["blank_source"], (Json{{"count", 1}, {"lines", {2}}}));
  EXPECT_EQ(corpus["rules"]["blank_target"], (Json{{"count", 0}, {"lines", Json::array()}}));
  EXPECT_EQ(corpus["rules"]["too_long_target"], (Json{{"count", 1}, {"lines", {3}}}));
  EXPECT_EQ(corpus["rules"]["invalid_utf8_target"], (Json{{"count", 1}, {"lines", {4}}}));
}

TEST(CorpusReport, IsSummarizedRuleByRule) {
  EXPECT_EQ(summarize(sample_report(), 256),
            "train.en and train.zh: 2 of 5 pairs dropped (40 %), 2 altered\n"
            "  1 source line blank: 2\n"
            "  1 target line too long: 3\n"
            "  1 target line with invalid UTF-8 repaired: 4\n"
            "  1 source line with a byte-order mark removed: 1\n"
            "  1 target line with a carriage return removed from its end: 4\n"
            "  1 source line with line breaks or controls replaced by blanks: 4\n"
            "  train.zh doesn't look like UTF-8: convert it, for example with iconv\n"
            "  too long is more than data.max_length = 256 pieces; 300 would keep 99 %");
}

TEST(CorpusReport, ShowsFiveLinesOfARuleInTheSummary) {
  CorpusReport report({"train.en", "train.zh"});
  for (int64_t line = 1; line <= 9; ++line) {
    report.read(pair_at(line));
    report.drop(Rule::kBlank, Side::kTarget, line);
  }
  EXPECT_EQ(summarize(report, 256),
            "train.en and train.zh: 9 of 9 pairs dropped (100 %), 0 altered\n"
            "  9 target lines blank: 1, 2, 3, 4, 5, ...");
}

TEST(CorpusReport, DoesNotDoubtAFileForAFewBadLines) {
  CorpusReport report({"train.en", "train.zh"});
  for (int64_t line = 1; line <= 11; ++line) {
    CleanPair pair = pair_at(line);
    pair.source.replaced_sequences = line == 1 ? 1 : 0;
    read_and_keep(report, pair);
  }
  EXPECT_EQ(summarize(report, 256),
            "train.en and train.zh: 0 of 11 pairs dropped (0 %), 1 altered\n"
            "  1 source line with invalid UTF-8 repaired: 1");
}

TEST(CorpusReport, DoesNotRoundAFewDroppedPairsToNone) {
  CorpusReport report({"train.en", "train.zh"});
  for (int64_t line = 1; line <= 20'000; ++line) report.read(pair_at(line));
  for (int64_t line = 2; line <= 20'000; ++line) report.keep(pair_at(line));
  report.drop(Rule::kBlank, Side::kSource, 1);
  EXPECT_NE(summarize(report, 256).find("1 of 20000 pairs dropped (less than 0.01 %)"), std::string::npos);
}

TEST(CorpusReport, HasNoSummaryWhereNothingWasDone) {
  CorpusReport report({"train.en", "train.zh"});
  read_and_keep(report, pair_at(1));
  EXPECT_EQ(summarize(report, 256), "");
}

TEST(CorpusReport, FindsTheLimitThatKeeps99Percent) {
  CorpusReport report({"train.en", "train.zh"});
  EXPECT_EQ(length_that_keeps_99_percent(report), 0);
  for (int64_t length = 1; length <= 200; ++length) report.note_longest_side(length);
  EXPECT_EQ(length_that_keeps_99_percent(report), 198);
}

}  // namespace
}  // namespace tfm
