#include "cleaning/corpus_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cleaning/report_text.h"

namespace tfm {
namespace {

using Json = nlohmann::json;

CorpusReport empty_report() { return {CorpusConfig{.source = "train.en", .target = "train.zh"}, "UTF-8"}; }

JudgedPair pair_at(int64_t line, std::initializer_list<std::pair<Rule, Side>> findings = {}, int64_t pieces = 10) {
  JudgedPair pair{.line = line, .source_pieces = pieces, .target_pieces = pieces};
  for (const auto& [rule, side] : findings) pair.findings.add(rule, side);
  return pair;
}

// Line 1: a byte-order mark. 2: blank source. 3: too long target. 4: everything else on one line. 5: nothing.
CorpusReport sample_report() {
  CorpusReport report = empty_report();
  const DataConfig config;
  report.add(pair_at(1, {{Rule::kByteOrderMark, Side::kSource}}), config);
  report.add(pair_at(2, {{Rule::kBlank, Side::kSource}}, -1), config);
  report.add(pair_at(3, {{Rule::kTooLong, Side::kTarget}}, 300), config);
  report.add(pair_at(4,
                     {{Rule::kControl, Side::kSource},
                      {Rule::kInvalidUtf8, Side::kTarget},
                      {Rule::kCarriageReturn, Side::kTarget}},
                     20),
             config);
  report.add(pair_at(5, {}, 30), config);
  return report;
}

TEST(CorpusReport, CountsPairsOnceHoweverManyRulesStrikeThem) {
  const CorpusReport report = sample_report();
  EXPECT_EQ(report.pairs_read(), 5);
  EXPECT_EQ(report.pairs_kept(), 3);
  EXPECT_EQ(report.pairs_dropped(), 2);
  EXPECT_EQ(report.pairs_altered(), 2);
  EXPECT_EQ(report.source_pieces_kept(), 60);
}

TEST(CorpusReport, NamesTheFirstRuleThatDropsAsTheReason) {
  CorpusReport report = empty_report();
  DataConfig config;
  config.cleaning.markup = CleaningAction::kKeep;
  report.add(
      pair_at(1, {{Rule::kMarkup, Side::kSource}, {Rule::kTooLong, Side::kTarget}, {Rule::kBlank, Side::kTarget}}),
      config);
  EXPECT_EQ(report.dropped_by(Rule::kBlank), 1);
  EXPECT_EQ(report.dropped_by(Rule::kTooLong), 0);
  EXPECT_EQ(report.hits(Rule::kTooLong, Side::kTarget).count(), 1);
}

TEST(CorpusReport, KeepsWhatARuleOnlyCounts) {
  CorpusReport report = empty_report();
  DataConfig config;
  report.add(pair_at(1, {{Rule::kNumbers, Side::kPair}}), config);
  EXPECT_EQ(report.pairs_kept(), 1);
  config.cleaning.mismatched_numbers = CleaningAction::kDrop;
  report.add(pair_at(2, {{Rule::kNumbers, Side::kPair}}), config);
  EXPECT_EQ(report.pairs_kept(), 1);
  EXPECT_EQ(report.hits(Rule::kNumbers, Side::kPair).count(), 2);
}

TEST(CorpusReport, NamesTheFirstTwentyLinesOfEachRule) {
  RuleHits hits;
  for (int64_t line = 1; line <= 30; ++line) hits.add(line);
  EXPECT_EQ(hits.count(), 30);
  EXPECT_EQ(hits.first_lines().size(), 20u);
  EXPECT_EQ(hits.first_lines().back(), 20);
}

TEST(CorpusReport, SaysWhatBecameOfLinks) {
  CorpusReport report({.source = "train.en", .target = "train.zh", .alignment = "train.align"}, "UTF-8");
  const auto add = [&](int64_t line, LinksFate fate) {
    JudgedPair pair = pair_at(line);
    pair.links = fate;
    report.add(pair, DataConfig{});
  };
  add(1, LinksFate::kUsed);
  add(2, LinksFate::kBlank);
  add(3, LinksFate::kOutside);
  add(4, LinksFate::kOutside);
  add(5, LinksFate::kRewritten);
  add(6, LinksFate::kUnclear);
  const PreparationReport all{.corpora = {report}, .weights = {1.0}};
  const Json alignment = Json::parse(report_to_json(all, DataConfig{}))["corpora"][0]["alignment"];
  EXPECT_EQ(alignment["file"], "train.align");
  EXPECT_EQ(alignment["pairs_with_links"], 1);
  EXPECT_EQ(alignment["pairs_without_links"], 1);
  EXPECT_EQ(alignment["links_left_out"]["outside"], (Json{{"count", 2}, {"lines", {3, 4}}}));
  EXPECT_EQ(alignment["links_left_out"]["rewritten"], (Json{{"count", 1}, {"lines", {5}}}));
  EXPECT_EQ(alignment["links_left_out"]["unclear_words"], (Json{{"count", 1}, {"lines", {6}}}));
  const std::string summary = summarize(report, DataConfig{});
  EXPECT_NE(summary.find("0 of 6 pairs dropped"), std::string::npos) << summary;
  EXPECT_NE(
      summary.find("\n  2 pairs without the links, which point to words or pieces that the sentence doesn't have: "
                   "3, 4"),
      std::string::npos)
      << summary;
  const std::string page = report_to_html(all, DataConfig{});
  EXPECT_NE(page.find("Links of the pairs kept, for guided alignment"), std::string::npos);
  EXPECT_NE(page.find("without their links, which may count words otherwise"), std::string::npos);
}

TEST(CorpusReport, SaysNothingOfLinksWithoutAnAlignment) {
  const PreparationReport all{.corpora = {sample_report()}, .weights = {1.0}};
  EXPECT_FALSE(Json::parse(report_to_json(all, DataConfig{}))["corpora"][0].contains("alignment"));
  EXPECT_EQ(report_to_html(all, DataConfig{}).find("Links of the pairs"), std::string::npos);
}

TEST(CorpusReport, IsWrittenWithItsTotalsAndRules) {
  PreparationReport all{.corpora = {sample_report(), sample_report()},
                        .weights = {1.0, 2.0},
                        .epoch = {.pairs = 9, .source_pieces = 180, .target_pieces = 180}};
  const Json json = Json::parse(report_to_json(all, DataConfig{}));
  EXPECT_EQ(json["read"], 10);
  EXPECT_EQ(json["kept"], 6);
  EXPECT_EQ(json["dropped"], 4);
  EXPECT_EQ(json["altered"], 4);
  EXPECT_EQ(json["max_length"], 256);
  EXPECT_EQ(json["epoch"]["pairs"], 9);
  ASSERT_EQ(json["corpora"].size(), 2u);
  const Json& corpus = json["corpora"][1];
  EXPECT_EQ(corpus["source"], "train.en");
  EXPECT_EQ(corpus["target"], "train.zh");
  EXPECT_EQ(corpus["encoding"], "UTF-8");
  EXPECT_EQ(corpus["epoch_weight"], 2.0);
  EXPECT_EQ(corpus["read"], 5);
  EXPECT_EQ(corpus["dropped_by"], (Json{{"blank", 1}, {"too_long", 1}}));
  EXPECT_EQ(corpus["rules"]["blank_source"], (Json{{"count", 1}, {"effect", "drops"}, {"lines", {2}}}));
  EXPECT_EQ(corpus["rules"]["blank_target"], (Json{{"count", 0}, {"effect", "drops"}, {"lines", Json::array()}}));
  EXPECT_EQ(corpus["rules"]["too_long_target"], (Json{{"count", 1}, {"effect", "drops"}, {"lines", {3}}}));
  EXPECT_EQ(corpus["rules"]["invalid_utf8_target"], (Json{{"count", 1}, {"effect", "mends"}, {"lines", {4}}}));
  EXPECT_EQ(corpus["rules"]["identical"]["effect"], "drops");
  EXPECT_EQ(corpus["rules"]["mismatched_numbers"]["effect"], "keeps");
  EXPECT_EQ(corpus["source_side"]["lengths"], (Json{{10, 1}, {20, 1}, {30, 1}, {300, 1}}));
}

TEST(CorpusReport, IsSummarizedRuleByRule) {
  EXPECT_EQ(summarize(sample_report(), DataConfig{}),
            "train.en and train.zh: 2 of 5 pairs dropped (40 %), 2 altered\n"
            "  1 source line blank: 2\n"
            "  1 target line too long: 3\n"
            "  1 target line with invalid bytes replaced by U+FFFD: 4\n"
            "  1 source line with a byte-order mark removed: 1\n"
            "  1 target line with a carriage return removed from the end: 4\n"
            "  1 source line with line breaks or controls replaced by blanks: 4\n"
            "  read as UTF-8, which doesn't fit: state the corpus' \"encoding\" in the config, or convert it, such as "
            "with iconv\n"
            "  too long is more than data.max_length = 256 pieces; 300 would keep 99 %");
}

TEST(CorpusReport, ShowsFiveLinesOfARuleInTheSummary) {
  CorpusReport report = empty_report();
  for (int64_t line = 1; line <= 9; ++line) report.add(pair_at(line, {{Rule::kBlank, Side::kTarget}}, -1), {});
  EXPECT_EQ(summarize(report, {}),
            "train.en and train.zh: 9 of 9 pairs dropped (100 %), 0 altered\n"
            "  9 target lines blank: 1, 2, 3, 4, 5, ...");
}

TEST(CorpusReport, MentionsWhatIsOnlyCountedFromOneInAHundredOn) {
  CorpusReport report = empty_report();
  report.add(pair_at(1, {{Rule::kMarkup, Side::kTarget}}), {});
  for (int64_t line = 2; line <= 100; ++line) report.add(pair_at(line), {});
  EXPECT_EQ(summarize(report, {}),
            "train.en and train.zh: 0 of 100 pairs dropped (0 %), 0 altered\n"
            "  1 target line with remains of HTML: 1; kept, /data/cleaning/markup can drop them");
  report.add(pair_at(101), {});
  EXPECT_EQ(summarize(report, {}), "");
}

TEST(CorpusReport, SaysWhyAPairCouldNotBeRead) {
  CorpusReport report = empty_report();
  JudgedPair pair = pair_at(7, {{Rule::kMalformed, Side::kPair}}, -1);
  pair.defect = "not JSON";
  report.add(pair, {});
  EXPECT_NE(summarize(report, {}).find("1 pair that give no pair: 7 (not JSON)"), std::string::npos);
  const Json json = Json::parse(report_to_json({.corpora = {report}, .weights = {1.0}}, {}));
  EXPECT_EQ(json["corpora"][0]["rules"]["malformed"]["problems"], (Json{{{"line", 7}, {"problem", "not JSON"}}}));
}

TEST(CorpusReport, TellsOfMixedScripts) {
  CorpusReport report = empty_report();
  for (int64_t line = 1; line <= 10; ++line) {
    JudgedPair pair = pair_at(line);
    pair.target_han = {.common = 5, .simplified = line % 2, .traditional = (line + 1) % 2};
    if (line == 10) pair.target_han = {.common = 1, .simplified = 1, .traditional = 1};
    report.add(pair, {});
  }
  EXPECT_EQ(summarize(report, {}),
            "train.en and train.zh: 0 of 10 pairs dropped (0 %), 0 altered\n"
            "  the target side mixes scripts: 5 simplified lines, 4 traditional ones, 1 with both; "
            "/data/target_text/conversion = \"t2s\" or \"s2t\" makes them one");
}

TEST(CorpusReport, DoesNotDoubtAFileForAFewBadLines) {
  CorpusReport report = empty_report();
  report.add(pair_at(1, {{Rule::kInvalidUtf8, Side::kSource}}), {});
  for (int64_t line = 2; line <= 11; ++line) report.add(pair_at(line), {});
  EXPECT_EQ(summarize(report, {}),
            "train.en and train.zh: 0 of 11 pairs dropped (0 %), 1 altered\n"
            "  1 source line with invalid bytes replaced by U+FFFD: 1");
}

TEST(CorpusReport, DoesNotRoundAFewDroppedPairsToNone) {
  CorpusReport report = empty_report();
  report.add(pair_at(1, {{Rule::kBlank, Side::kSource}}, -1), {});
  for (int64_t line = 2; line <= 20'000; ++line) report.add(pair_at(line), {});
  EXPECT_NE(summarize(report, {}).find("1 of 20000 pairs dropped (less than 0.01 %)"), std::string::npos);
}

TEST(CorpusReport, HasNoSummaryWhereNothingWasDone) {
  CorpusReport report = empty_report();
  report.add(pair_at(1), {});
  EXPECT_EQ(summarize(report, {}), "");
}

TEST(LengthOfShare, FindsTheLimitThatKeeps99Percent) {
  LengthCounts counts;
  EXPECT_EQ(length_of_share(counts, 0.99), 0);
  for (int64_t length = 1; length <= 200; ++length) ++counts[length];
  EXPECT_EQ(length_of_share(counts, 0.99), 198);
}

TEST(ReportPage, ShowsEachCorpusAndEscapesItsName) {
  PreparationReport all{.corpora = {sample_report()}, .weights = {1.0}};
  all.corpora.emplace_back(CorpusConfig{.file = "a<b>&.tsv"}, "GB18030");
  all.corpora.back().add(pair_at(1), {});
  all.weights.push_back(0.5);
  const std::string html = report_to_html(all, DataConfig{});
  for (const char* part :
       {"train.en and train.zh", "a&lt;b&gt;&amp;.tsv", "GB18030", "target lines too long", "max_length"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(html.find("a<b>"), std::string::npos);
  EXPECT_EQ(html.find("http"), std::string::npos);  // works without network
}

}  // namespace
}  // namespace tfm
