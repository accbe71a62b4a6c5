#include "report/run_page.h"

#include <gtest/gtest.h>

namespace tfm::report {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

RunFacts facts_of(const Config& config = {}) {
  return {.name = "<demo>", .config = config, .model = "1.2M parameters", .environment = {{"device", "cpu & more"}}};
}

RunHistory short_history() {
  RunHistory history;
  history.add(R"({"event":"step","step":50,"loss":4.5,"learning_rate":0.1,"gradient_norm":2,"tokens":100,)"
              R"("skipped_updates":0,"tokens_per_second":10.0,"data_wait":0.0})");
  history.add(R"({"event":"samples","step":50,"sources":["<a>"],"references":["甲"],"translations":["乙"]})");
  history.add(R"({"event":"validation","step":50,"loss":2.0,"bleu":12.5,"chrf":20.0,"best":true})");
  history.add(R"({"event":"samples","step":100,"sources":["<a>"],"references":["甲"],"translations":["甲"]})");
  history.add(R"({"event":"validation","step":100,"loss":1.5,"bleu":11.5,"chrf":21.0,"best":false})");
  return history;
}

std::string page_of(RunState state, const std::string& reason = "") {
  return run_page(
      {.facts = facts_of(), .history = short_history(), .data = std::nullopt, .state = state, .reason = reason});
}

TEST(RunPage, LoadsItselfAgainWhileTheRunGoesOn) {
  EXPECT_TRUE(has(page_of(RunState::kRunning), "http-equiv=\"refresh\""));
  for (const auto state : {RunState::kFinished, RunState::kStopped, RunState::kDiverged, RunState::kFailed}) {
    const auto html = page_of(state);
    EXPECT_FALSE(has(html, "http-equiv=\"refresh\""));
    EXPECT_TRUE(has(html, std::string("<b class=\"badge ") + name_of(state)));
  }
}

TEST(RunPage, SaysWhyARunEnded) {
  EXPECT_TRUE(has(page_of(RunState::kDiverged, "20 gradients < 21"), "20 gradients &lt; 21"));
}

TEST(RunPage, ShowsTheRunInFigures) {
  const auto html = page_of(RunState::kRunning);
  EXPECT_TRUE(has(html, "Training run: &lt;demo&gt;"));
  EXPECT_TRUE(has(html, "step 100 of 3,000"));
  EXPECT_TRUE(has(html, "<dd>10 s, about 4 min 50 s left</dd>"));  // 100 tokens at 10 a second made 100 of 3000 updates
  EXPECT_TRUE(has(html, "cpu &amp; more"));
  EXPECT_TRUE(has(html, "data/report.json is not there"));
}

TEST(RunPage, MarksTheBestValidation) {
  const auto html = page_of(RunState::kRunning);
  EXPECT_TRUE(has(html, "50 <b class=\"badge best\">best</b></th><td>2.0000</td><td>7.389</td><td>12.50</td>"));
  EXPECT_TRUE(has(html, "best 12.50</text>"));
  EXPECT_TRUE(has(html, "loss 2.0000, BLEU 12.50, chrF 20.00 at step 50"));
  EXPECT_LT(html.find(">1.5000<"), html.find(">2.0000<"));  // the newest first
}

TEST(RunPage, FollowsSampleTranslations) {
  const auto html = page_of(RunState::kRunning);
  EXPECT_TRUE(has(html, "<dt>source</dt><dd>&lt;a&gt;</dd>"));
  EXPECT_TRUE(has(html, "<dt>50</dt><dd>乙</dd>"));
  EXPECT_TRUE(has(html, "<dt>100</dt><dd>甲</dd>"));
}

TEST(RunPage, JoinsTranslationsThatStayTheSame) {
  RunHistory history;
  for (const char* step : {"1000", "2000", "3000"}) {
    history.add(std::string(R"({"event":"samples","step":)") + step +
                R"(,"sources":["a"],"references":["b"],"translations":[""]})");
  }
  const auto html = run_page({.facts = facts_of(), .history = history, .data = std::nullopt});
  EXPECT_TRUE(has(html, "<dt>1,000 – 3,000</dt><dd><span class=\"none\">empty</span></dd>"));
}

TEST(RunPage, TellsSettingsApartFromTheirDefaults) {
  Config config;
  config.data.train.emplace_back().source = "/corpus/a.en";
  config.training.seed = 77;
  const auto html = run_page({.facts = facts_of(config), .history = RunHistory(), .data = std::nullopt});
  EXPECT_TRUE(has(html, "<code>/<wbr>training/<wbr>seed</code></th><td>77</td>"));
  EXPECT_TRUE(has(html, "<code>/<wbr>data/<wbr>train/<wbr>0/<wbr>source</code>"));
  EXPECT_FALSE(has(html, "<wbr>batch_tokens</code>"));
  EXPECT_TRUE(has(html, "&quot;batch_tokens&quot;: 2000,\n"));  // in the whole config
}

TEST(RunPage, ShowsWhatBecameOfTheCorpora) {
  DataFigures data{.pairs = {5, 3, 2, 1}, .epoch_pairs = 3};
  data.corpora.push_back({"a & b", {5, 3, 2, 1}, {{"source lines blank", "drops", 2}}});
  const auto html = run_page({.facts = facts_of(), .history = RunHistory(), .data = data});
  EXPECT_TRUE(has(html, "a &amp; b</th><td>5</td><td>3 (60.0&nbsp;%)</td><td>2 (40.0&nbsp;%)</td>"));
  EXPECT_TRUE(has(html, "source lines blank</th><td>drops</td><td>2 (40.0&nbsp;%)</td>"));
  EXPECT_TRUE(has(html, "<a href=\"data/report.html\">"));
}

TEST(RunPage, CanBeReadBeforeAnythingHasHappened) {
  Config config;
  config.data.valid.emplace();
  const auto html = run_page({.facts = facts_of(config), .history = RunHistory(), .data = std::nullopt});
  EXPECT_TRUE(has(html, "No values yet."));
  EXPECT_TRUE(has(html, "No validation yet."));
  EXPECT_TRUE(has(html, "step 0 of 3,000"));
}

}  // namespace
}  // namespace tfm::report
