#include "analysis/analysis_page.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

// `segments` of them, each a little different; with several systems the second is better.
AnalysisInput input_of(std::size_t segments, std::size_t systems) {
  AnalysisInput input{
      .title = "A <test>", .sources = {}, .references = {}, .systems = {}, .bleu = {.tokenize = BleuTokenization::kZh}};
  for (std::size_t i = 0; i < systems; ++i)
    input.systems.push_back({concat("system ", i), {}, {"BLEU|nrefs:1 = 27.31"}});
  for (std::size_t i = 0; i < segments; ++i) {
    input.sources.push_back(concat("I have ", i, " cats & dogs"));
    input.references.push_back({concat("我有", i, "只猫和狗。")});
    for (std::size_t j = 0; j < systems; ++j) {
      input.systems[j].hypotheses.push_back(j == 1 ? concat("我有", i, "只猫。")
                                                   : concat("有 cats 很多很多很多很多。"));
    }
  }
  return input;
}

// Every element that is opened is closed, in order.
bool is_balanced(const std::string& html) {
  static const std::set<std::string> kVoid = {"meta", "rect", "!DOCTYPE"};
  const std::regex tag("<(/?)([!A-Za-z0-9]+)[^>]*>");
  const std::string body = html.substr(0, html.find("<script>"));
  std::vector<std::string> open;
  for (std::sregex_iterator found(body.begin(), body.end(), tag), end; found != end; ++found) {
    const std::string name = (*found)[2];
    if (kVoid.contains(name)) continue;
    if ((*found)[1].length() == 0) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open == std::vector<std::string>{"html", "body"};
}

std::vector<std::string> all_matches(const std::string& html, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(html.begin(), html.end(), expression), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

std::string message_of(const AnalysisInput& input) {
  try {
    analysis_page(input);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AnalysisPage, NamesTitleSystemsAndScoreLines) {
  const auto html = analysis_page(input_of(3, 1));
  EXPECT_TRUE(has(html, "<h1>A &lt;test&gt;</h1>"));
  EXPECT_TRUE(has(html, "<b>system 0</b><code>BLEU|nrefs:1 = 27.31</code>"));
  EXPECT_TRUE(has(html, "3 lines, 1 system"));
}

TEST(AnalysisPage, ClosesWhatItOpensForAnyNumberOfSystemsAndSegments) {
  for (const std::size_t systems : {1U, 2U, 3U}) {
    for (const std::size_t segments : {1U, 25U}) EXPECT_TRUE(is_balanced(analysis_page(input_of(segments, systems))));
  }
}

TEST(AnalysisPage, NeedsNothingFromElsewhere) {
  const auto html = analysis_page(input_of(5, 2));
  for (const char* part : {"http:", "https:", "src=", "<link", "@import", "url("})
    EXPECT_FALSE(has(html, part)) << part;
}

TEST(AnalysisPage, LinksToSectionsThatAreThere) {
  const auto html = analysis_page(input_of(5, 2));
  const auto ids = all_matches(html, " id=\"([^\"]*)\"");
  const std::set<std::string> unique(ids.begin(), ids.end());
  EXPECT_EQ(unique.size(), ids.size());
  for (const auto& target : all_matches(html, "href=\"#([^\"]*)\"")) EXPECT_TRUE(unique.contains(target)) << target;
  for (const auto& pair : all_matches(html, "labelledby=\"([^\" ]*)")) EXPECT_TRUE(unique.contains(pair)) << pair;
}

TEST(AnalysisPage, ComparesFromTwoSystemsOn) {
  EXPECT_FALSE(has(analysis_page(input_of(3, 1)), "Systems side by side"));
  const auto html = analysis_page(input_of(3, 3));
  EXPECT_TRUE(has(html, "<b>system 1</b>: largest gains (3)"));
  EXPECT_TRUE(has(html, "<b>system 2</b>: largest gains (0)"));
}

TEST(AnalysisPage, DoesWithoutSources) {
  auto input = input_of(3, 1);
  input.sources.clear();
  const auto html = analysis_page(input);
  EXPECT_TRUE(has(html, "Unknown: the source texts were not given."));
  EXPECT_TRUE(has(html, "without source texts"));
  EXPECT_TRUE(is_balanced(html));
}

TEST(AnalysisPage, FindsWhatIsWrong) {
  const auto html = analysis_page(input_of(30, 1));
  EXPECT_TRUE(has(html, "with repetitions (20 of 30)"));
  EXPECT_TRUE(has(html, "with untranslated words (20 of 30)"));
  EXPECT_TRUE(has(html, "<b>Line 1</b> <bdi>cats</bdi>"));
  EXPECT_TRUE(has(html, "“<bdi>很多</bdi>” 4 times in a row"));
}

TEST(AnalysisPage, EscapesEveryTextItIsGiven) {
  const std::string evil = "<script>alert(\"1\")</script> '&\x01";
  AnalysisInput input{.title = evil,
                      .sources = {evil, evil},
                      .references = {{evil + "a b c d"}, {evil}},
                      .systems = {{evil, {evil, ""}, {evil}}, {evil, {evil + evil + evil, evil}, {evil}}},
                      .bleu = {}};
  const auto html = analysis_page(input);
  EXPECT_EQ(all_matches(html, "(<script>)").size(), 1U);
  EXPECT_EQ(html.find('\x01'), std::string::npos);
  EXPECT_TRUE(is_balanced(html));
}

TEST(AnalysisPage, HandlesBlankAndBrokenLines) {
  AnalysisInput input{.title = "",
                      .sources = {"", "\xFF", "a"},
                      .references = {{""}, {"", " "}, {"b"}},
                      .systems = {{"", {"", "", ""}, {}}, {"", {"x", "\xFF\xFE", "b\r"}, {}}},
                      .bleu = {}};
  const auto html = analysis_page(input);
  EXPECT_TRUE(is_balanced(html));
  EXPECT_TRUE(has(html, "Analysis of translations"));
  EXPECT_FALSE(has(html, "nan"));
  EXPECT_FALSE(has(html, "inf<"));
}

TEST(AnalysisPage, StaysSmallWhateverTheNumberAndLengthOfSegments) {
  auto input = input_of(20000, 2);
  for (std::size_t i = 0; i < 200; ++i) input.systems[0].hypotheses[i] = std::string(5000, 'z') + " x";
  for (std::size_t i = 0; i < 200; ++i) input.sources[i] = std::string(5000, 'z');
  EXPECT_LT(analysis_page(input).size(), 2'000'000U);
}

TEST(AnalysisPage, RefusesUnequalCountsAndNothingToAnalyze) {
  auto input = input_of(2, 1);
  input.sources.pop_back();
  EXPECT_EQ(message_of(input),
            "the number of sources (1) and of references (2) differ; each reference needs one source, line for line");
  input = input_of(2, 1);
  input.systems[0].hypotheses.pop_back();
  EXPECT_EQ(
      message_of(input),
      "the number of hypotheses (1) and of references (2) differ; each hypothesis needs one reference, line for line");
  EXPECT_EQ(message_of(input_of(0, 1)), "there are no lines to score; give at least one hypothesis and its reference");
}

}  // namespace
}  // namespace tfm
