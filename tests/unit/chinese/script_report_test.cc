#include "chinese/script_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "chinese_testing.h"

namespace tfm {
namespace {

using namespace std::string_literals;

ScriptSummary summary_of(const std::vector<std::string>& lines, ScriptReport::InVocabulary in_vocabulary = {}) {
  ScriptReport report(std::move(in_vocabulary));
  for (const auto& line : lines) report.add(line);
  return report.summary();
}

TEST(ScriptClass, IsOneForEachKindOfCharacter) {
  const std::vector<std::pair<ScriptClass, std::u32string_view>> expected = {
      {ScriptClass::kHanCommon, U"中后〇々𠀀"},
      {ScriptClass::kHanSimplified, U"国"},
      {ScriptClass::kHanTraditional, U"國"},
      {ScriptClass::kLatin, U"aZéß"},
      {ScriptClass::kDigit, U"09"},
      {ScriptClass::kFullWidthAlphanumeric, U"Ａｚ０"},
      {ScriptClass::kKana, U"かカーｶ"},
      {ScriptClass::kHangul, U"한ㄱ"},
      {ScriptClass::kCyrillic, U"ж"},
      {ScriptClass::kOtherLetter, U"αعअ\u0301①ㄅ"},
      {ScriptClass::kAsciiMark, U".$<\"~"},
      {ScriptClass::kFullWidthMark, U"，．！（～"},
      {ScriptClass::kCjkMark, U"。、《「【｡・"},
      {ScriptClass::kOtherMark, U"“”…—·€×★"},
      {ScriptClass::kEmoji, U"😀🇨🏽"},
      {ScriptClass::kWhiteSpace, U" \t\u3000\u00A0"},
      {ScriptClass::kControl, U"\x01\r\u0085\u2028"},
      {ScriptClass::kZeroWidth, U"\u200B\uFEFF\uFE0F\u00AD"},
      {ScriptClass::kPrivateUse, U"\uE000\U000F0000"},
      {ScriptClass::kReplacement, U"\uFFFD"}};
  EXPECT_EQ(expected.size(), kNumScriptClasses);
  for (const auto& [kind, characters] : expected) {
    for (const char32_t c : characters) EXPECT_EQ(script_class(c), kind) << std::hex << uint32_t{c};
  }
}

TEST(ScriptReport, CountsCharactersByClass) {
  const auto summary = summary_of({"我用GPU，2天。", "國\xFF 😀"});
  EXPECT_EQ(summary.lines, 2);
  EXPECT_EQ(summary.characters, 13);
  EXPECT_EQ(summary.visible, 12);
  EXPECT_EQ(summary.of(ScriptClass::kHanCommon), 3);
  EXPECT_EQ(summary.of(ScriptClass::kHanTraditional), 1);
  EXPECT_EQ(summary.of(ScriptClass::kLatin), 3);
  EXPECT_EQ(summary.of(ScriptClass::kDigit), 1);
  EXPECT_EQ(summary.of(ScriptClass::kFullWidthMark), 1);
  EXPECT_EQ(summary.of(ScriptClass::kCjkMark), 1);
  EXPECT_EQ(summary.of(ScriptClass::kReplacement), 1);
  EXPECT_EQ(summary.of(ScriptClass::kEmoji), 1);
  EXPECT_EQ(summary.script, HanScript::kTraditional);
}

TEST(ScriptReport, NumbersTheFirstMixedLines) {
  std::vector<std::string> lines = {"这是书", "这是書", "", "你好", "abc", "這是書"};
  for (int i = 0; i < 30; ++i) lines.push_back("国國");
  const auto summary = summary_of(lines);
  EXPECT_EQ(summary.lines_by_script, (std::array<int64_t, kNumHanScripts>{2, 1, 1, 1, 31}));
  ASSERT_EQ(summary.first_mixed_lines.size(), 20U);
  EXPECT_EQ(summary.first_mixed_lines[0], 2);
  EXPECT_EQ(summary.first_mixed_lines[1], 7);
}

TEST(ScriptReport, CountsBlanksBetweenHanAndAsciiMarksBesideHan) {
  EXPECT_EQ(summary_of({"我 是  人\u3000好", "中 a 文", " 中 ", "中， 文", "中\t文"}).spaces_within_han, 3);
  const auto marks = [](const char* line) { return summary_of({line}).ascii_marks_beside_han; };
  EXPECT_EQ(marks("你好,世界."), 2);
  EXPECT_EQ(marks("你好 , 世界"), 1);
  EXPECT_EQ(marks("OK! 好"), 1);
  EXPECT_EQ(marks("a, b 好. c"), 1);
  EXPECT_EQ(marks("(中)"), 2);
  EXPECT_EQ(marks("中-文/好，a."), 0);
}

TEST(ScriptReport, AsksTheVocabularyOnceForEachCharacter) {
  std::multiset<std::string> asked;
  const auto summary = summary_of({"国國國😀 a", "国国國\t"}, [&](std::string_view character) {
    asked.emplace(character);
    return character == "a" || character == "国";
  });
  EXPECT_EQ(asked, (std::multiset<std::string>{"国", "國", "😀", "a"}));
  EXPECT_EQ(summary.outside_vocabulary, 4);
  EXPECT_EQ(summary.distinct_outside_vocabulary, 2);
  ASSERT_EQ(summary.frequent_outside_vocabulary.size(), 2U);
  EXPECT_EQ(summary.frequent_outside_vocabulary[0].character, "國");
  EXPECT_EQ(summary.frequent_outside_vocabulary[0].count, 3);
  EXPECT_EQ(summary.frequent_outside_vocabulary[1].character, "😀");
}

TEST(ScriptReport, ShowsTheTwentyMostFrequentCharactersOutside) {
  std::string line;
  for (char c = 'a'; c <= 'z'; ++c) line += std::string(c == 'q' ? 2 : 1, c);
  const auto summary = summary_of({line}, [](std::string_view) { return false; });
  EXPECT_EQ(summary.distinct_outside_vocabulary, 26);
  ASSERT_EQ(summary.frequent_outside_vocabulary.size(), 20U);
  EXPECT_EQ(summary.frequent_outside_vocabulary[0].character, "q");
  EXPECT_EQ(summary.frequent_outside_vocabulary[1].character, "a");
}

TEST(ScriptReport, IsReadByPeople) {
  const auto summary =
      summary_of({"这是書, 好", "国 国"}, [](std::string_view character) { return character != "書"; });
  EXPECT_EQ(script_report_text(summary),
            "2 lines, 9 characters; Chinese script: mixed (lines: 1 simplified, 1 mixed)\n"
            "  Han, common to both scripts                            2    28.6 %\n"
            "  Han, simplified only                                   3    42.9 %\n"
            "  Han, traditional only                                  1    14.3 %\n"
            "  ASCII marks                                            1    14.3 %\n"
            "  white space                                            2\n"
            "  blanks between Han characters                          1\n"
            "  ASCII marks next to Han                                1\n"
            "  outside the vocabulary                                 1    14.3 %\n"
            "    1 different ones, the most frequent: 書 1\n"
            "  simplified and traditional in one line: 1\n");
  EXPECT_EQ(script_report_text(summary_of({})), "0 lines, 0 characters; Chinese script: none (lines: )\n");
}

TEST(ScriptReport, IsReadByPrograms) {
  const auto json = nlohmann::json::parse(
      script_report_json(summary_of({"国國 a"}, [](std::string_view character) { return character == "a"; })));
  EXPECT_EQ(json.at("lines"), 1);
  EXPECT_EQ(json.at("characters"), 4);
  EXPECT_EQ(json.at("visible"), 3);
  EXPECT_EQ(json.at("script"), "mixed");
  EXPECT_EQ(json.at("characters_by_class").size(), kNumScriptClasses);
  EXPECT_EQ(json.at("characters_by_class").at("latin"), 1);
  EXPECT_EQ(json.at("lines_by_script").at("mixed"), 1);
  EXPECT_EQ(json.at("mixed_lines"), nlohmann::json({1}));
  EXPECT_EQ(json.at("outside_vocabulary").at("count"), 2);
  EXPECT_EQ(json.at("outside_vocabulary").at("most_frequent").at(0).at("character"), "国");
  EXPECT_FALSE(nlohmann::json::parse(script_report_json(summary_of({}))).contains("outside_vocabulary"));
}

TEST(ScriptReport, CountsEveryCharacterOnceInRandomText) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  HanCounts han;
  for (int i = 0; i < 2000; ++i) {
    lines.push_back(random_line(random));
    han += count_han(lines.back());
  }
  const auto summary = summary_of(lines);
  EXPECT_EQ(std::accumulate(summary.by_class.begin(), summary.by_class.end(), int64_t{0}), summary.characters);
  EXPECT_EQ(std::accumulate(summary.lines_by_script.begin(), summary.lines_by_script.end(), int64_t{0}), 2000);
  EXPECT_EQ(summary.of(ScriptClass::kHanCommon), han.common);
  EXPECT_EQ(summary.of(ScriptClass::kHanSimplified), han.simplified);
  EXPECT_EQ(summary.of(ScriptClass::kHanTraditional), han.traditional);
}

}  // namespace
}  // namespace tfm
