#include "chinese/han_script.h"

#include <gtest/gtest.h>

#include <thread>

#include "chinese/script_conversion.h"
#include "chinese_testing.h"

namespace tfm {
namespace {

HanScript script_of(const char* line) { return script_of_line(count_han(line)); }

HanCounts counts_of(const std::vector<std::string>& lines) {
  HanCounts counts;
  for (const auto& line : lines) counts += count_han(line);
  return counts;
}

TEST(HanForm, TellsCharactersOfOneScript) {
  for (const char32_t c : std::u32string_view(U"国们这来说书为头发龙"))
    EXPECT_EQ(han_form(c), HanForm::kSimplified) << uint32_t{c};
  for (const char32_t c : std::u32string_view(U"國們這來說説書為爲頭髮龍裡裏後")) {
    EXPECT_EQ(han_form(c), HanForm::kTraditional) << uint32_t{c};
  }
}

TEST(HanForm, IsCommonForWhatBothScriptsUse) {
  for (const char32_t c : std::u32string_view(U"人大中文的是不我后里面干台只云松系征於著乾温〇々")) {
    EXPECT_EQ(han_form(c), HanForm::kCommon) << uint32_t{c};
  }
}

TEST(HanForm, IsCommonForWhatIsNoHan) {
  for (const char32_t c : {U'a', U'。', U'か', U'한', U'😀', char32_t{0}, char32_t{0x10FFFF}, char32_t{0x323B0}}) {
    EXPECT_EQ(han_form(c), HanForm::kCommon) << uint32_t{c};
  }
}

TEST(HanForm, IsMadeOnceWhenThreadsMeet) {
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int& found : right) threads.emplace_back([&found] { found = han_form(U'國') == HanForm::kTraditional ? 1 : 0; });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 1));
}

TEST(CountHan, CountsEachCharacterOnce) {
  const HanCounts counts = count_han("我在國外，国人 abc 𠀀\xE5\x9B");
  EXPECT_EQ(counts.simplified, 1);
  EXPECT_EQ(counts.traditional, 1);
  EXPECT_EQ(counts.common, 5);
  EXPECT_EQ(counts.all(), 7);
}

TEST(ScriptOfLine, IsMixedWithOneCharacterOfEither) {
  EXPECT_EQ(script_of(""), HanScript::kNone);
  EXPECT_EQ(script_of("Hello, か"), HanScript::kNone);
  EXPECT_EQ(script_of("你好，我是王后"), HanScript::kCommon);
  EXPECT_EQ(script_of("这是书"), HanScript::kSimplified);
  EXPECT_EQ(script_of("這是書"), HanScript::kTraditional);
  EXPECT_EQ(script_of("这是書"), HanScript::kMixed);
}

TEST(ScriptOfText, TakesLessThanTwoPercentForNoise) {
  EXPECT_EQ(script_of_text({}), HanScript::kNone);
  EXPECT_EQ(script_of_text({.common = 5}), HanScript::kCommon);
  EXPECT_EQ(script_of_text({.common = 500, .simplified = 99, .traditional = 1}), HanScript::kSimplified);
  EXPECT_EQ(script_of_text({.common = 500, .simplified = 98, .traditional = 2}), HanScript::kMixed);
  EXPECT_EQ(script_of_text({.common = 500, .simplified = 2, .traditional = 98}), HanScript::kMixed);
  EXPECT_EQ(script_of_text({.common = 500, .simplified = 1, .traditional = 99}), HanScript::kTraditional);
}

TEST(HanScript, HasANameForEach) {
  EXPECT_STREQ(name_of(HanScript::kNone), "none");
  EXPECT_STREQ(name_of(HanScript::kMixed), "mixed");
}

// Real text, and the same text converted.
TEST(ScriptOfText, KnowsRealTextsOfBothScripts) {
  const ScriptConversion to_taiwan("s2tw"), to_hong_kong("s2hk"), to_traditional("s2t");
  bool found = false;
  for (const char* name : {"testsets/flores200-dev.zh", "testsets/tico19-dev.zh", "testsets/xquad-questions.zh",
                           "tatoeba-en-zh/test.zh", "tatoeba-en-zh/valid.zh"}) {
    const auto lines = shared_lines(name);
    if (lines.empty()) continue;
    found = true;
    EXPECT_EQ(script_of_text(counts_of(lines)), HanScript::kSimplified) << name;
    for (const auto& conversion : {to_traditional, to_taiwan, to_hong_kong}) {
      HanCounts converted;
      for (const auto& line : lines) converted += count_han(conversion(line));
      EXPECT_EQ(script_of_text(converted), HanScript::kTraditional) << name;
      EXPECT_LT(converted.simplified * 1000, converted.traditional) << name;  // less than 0.1 %: the threshold is far
    }
  }
  if (!found) GTEST_SKIP() << "no shared data here";
}

TEST(ScriptOfText, FindsMixedText) {
  const auto lines = shared_lines("awkward/mixed-script.zh");
  if (lines.empty()) GTEST_SKIP() << "no shared data here";
  EXPECT_EQ(script_of_text(counts_of(lines)), HanScript::kMixed);
  int64_t mixed = 0;
  for (const auto& line : lines) mixed += script_of_line(count_han(line)) == HanScript::kMixed ? 1 : 0;
  EXPECT_EQ(mixed, 11);  // of 12: the last one's only traditional character is 於, which counts as common
}

}  // namespace
}  // namespace tfm
