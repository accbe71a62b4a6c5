#include "chinese/punctuation.h"

#include <gtest/gtest.h>

#include "chinese/han_script.h"
#include "chinese_testing.h"
#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

std::string full(const std::string& line) { return apply_punctuation(Punctuation::kFull, line); }
std::string ascii(const std::string& line) { return apply_punctuation(Punctuation::kAscii, line); }

struct Change {
  const char* before;
  const char* after;
};

void expect_full(std::initializer_list<Change> changes) {
  for (const auto& [before, after] : changes) EXPECT_EQ(full(before), after);
}

void expect_full_keeps(std::initializer_list<const char*> lines) {
  for (const char* line : lines) EXPECT_EQ(full(line), line);
}

TEST(FullPunctuation, WidensMarksNextToHan) {
  expect_full({{"你好,世界.", "你好，世界。"},
               {"真的吗?是的!", "真的吗？是的！"},
               {"他说:你好;再见", "他说：你好；再见"},
               {"我用GPU,很快", "我用GPU，很快"},
               {"Python: 一种语言", "Python：一种语言"},
               {"OK! 我们走", "OK！我们走"},
               {"共3个,5元", "共3个，5元"},
               {"好?!", "好？！"},
               {"你好.我是王", "你好。我是王"}});
}

TEST(FullPunctuation, TakesTheBlanksBesideAMarkAway) {
  expect_full({{"你好 , 世界 .", "你好，世界。"},
               {"你好 ,world", "你好 ,world"},
               {"你好, world", "你好，world"},
               {"你好\u3000!\u3000好", "你好！好"},
               {" 你好 . ", " 你好。 "},
               {"苹果 (Apple) 公司", "苹果（Apple）公司"},
               {"他 说 \" 你好 \" 吗 ?", "他 说“你好”吗？"}});
}

TEST(FullPunctuation, LeavesNumbersAlone) {
  expect_full_keeps({"圆周率3.14约", "时间12:30到", "共1,000元", "比分 3:2", "第3.", "1.我们", "１.９倍", "1. 苹果"});
}

TEST(FullPunctuation, LeavesFileNamesVersionsAndAbbreviationsAlone) {
  expect_full_keeps({"文件.txt", "用v2.0的", "U.S.的", "命令 .bashrc 在", "目录 ./bin 下", "Mr.王", "No.1中",
                     "上级目录 .. 中", "用 :option 参数", "一.概述", " 十二. 结论"});
}

TEST(FullPunctuation, LeavesAddressesAlone) {
  expect_full({{"访问https://a.com,然后", "访问https://a.com，然后"},
               {"见 https://zh.wikipedia.org/wiki/中文?x=1 吧", "见 https://zh.wikipedia.org/wiki/中文?x=1 吧"},
               {"见http://a.com/b?c=中,好", "见http://a.com/b?c=中，好"},
               {"写信给a.b@c.com,谢谢", "写信给a.b@c.com，谢谢"},
               {"看www.a.com. 好", "看www.a.com. 好"},
               {"路径:/usr/bin", "路径：/usr/bin"}});
}

TEST(FullPunctuation, LeavesCodeAndMarkupAlone) {
  expect_full_keeps({"用 `中,文` 吧", "用 ``a(中)`b`` 吧", "见[文本](中文,注)", "点[这里](/a/b)看",
                     "由 :pep:`492` 引入", "<a title=\"中,文\">中</a>", "{中,文}", "空格&nbsp;中", "print(\"你好\")",
                     "a::中", "x!=中", "x:=中", "函数f(x)的", "foo(...)的", "%(name)s个", "第一行\\n(二)三", "他:-)",
                     "好 :)"});
  expect_full({{"`a`, 然后", "`a`，然后"}, {"<b>你好</b>, 然后", "<b>你好</b>，然后"}, {"你好,{0}", "你好，{0}"}});
}

TEST(FullPunctuation, LeavesLatinTextInAChineseLineAlone) {
  expect_full_keeps({"我爱Python, C++", "他说 hello, world", "我爱 Python.", "a) 选项"});
}

TEST(FullPunctuation, WidensBracketsTogether) {
  expect_full({{"函数(function)", "函数（function）"},
               {"GPU(图形处理器)很快", "GPU（图形处理器）很快"},
               {"Python (编程语言) is", "Python（编程语言）is"},
               {"(1) 苹果", "（1）苹果"},
               {"（你好)吗", "（你好）吗"},
               {"你好(a(b)c)", "你好（a(b)c）"},
               {"你好(a(中)c)", "你好（a（中）c）"}});
  expect_full_keeps({"(abc)", "f(x)好", "好(没有另一半", "没有另一半)好"});
}

TEST(FullPunctuation, GivesQuotesTheirDirection) {
  expect_full({{"他说\"你好\"。", "他说“你好”。"},
               {"\"你好,\"他说:\"再见.\"", "“你好，”他说：“再见。”"},
               {"他说\"hello\"吗", "他说“hello”吗"},
               {"he said \"你好\" to", "he said“你好”to"},
               {"叫 'namer' 的", "叫‘namer’的"},
               {"他说\"it's 好\"", "他说“it's 好”"},
               {"\"他说'好'\"", "“他说‘好’”"}});
}

TEST(FullPunctuation, LeavesQuotesThatDoNotPairUp) {
  expect_full_keeps({"27\"显示器", "他说\"你好", "\"中\"文\"", "dogs' 的", "dogs' 中 'x'", "class=\"中文\"的"});
}

TEST(FullPunctuation, MakesAnEllipsisOfFullStops) {
  expect_full({{"等等...", "等等……"}, {"我...不知道", "我……不知道"}, {"......好", "……好"}, {"我 ... 不", "我……不"}});
  expect_full_keeps({"Loading...", "好..", "好 . . . 的", "好。。。", "f(...)中"});
}

TEST(FullPunctuation, CannotRestoreTheCommaBetweenListItems) { EXPECT_EQ(full("苹果,梨,桃"), "苹果，梨，桃"); }

TEST(AsciiPunctuation, NarrowsMarksThatHaveACounterpart) {
  EXPECT_EQ(ascii("你好，世界。真的吗？是！他：好；（注）“引”‘用’"), "你好,世界.真的吗?是!他:好;(注)\"引\"'用'");
  EXPECT_EQ(ascii("等……好…完………"), "等...好...完......");
  EXPECT_EQ(ascii("．｡＂＇"), "..\"'");
}

TEST(AsciiPunctuation, LeavesTheRestAlone) {
  for (const char* line : {"、《书》「引」—·～", "ＡＢＣ１２３", "`中，文`", "Hello, world.", ""})
    EXPECT_EQ(ascii(line), line);
}

TEST(Punctuation, KeepsEverythingUnlessAsked) {
  const std::string line = "你好,世界。\xFF(中)";
  EXPECT_EQ(apply_punctuation(Punctuation::kKeep, line), line);
}

class RandomPunctuation : public ::testing::TestWithParam<Punctuation> {};
INSTANTIATE_TEST_SUITE_P(Policies, RandomPunctuation, ::testing::Values(Punctuation::kFull, Punctuation::kAscii));

TEST_P(RandomPunctuation, ChangesNothingTheSecondTime) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 60000; ++round) {
    const std::string line = random_line(random);
    const std::string once = apply_punctuation(GetParam(), line);
    ASSERT_EQ(apply_punctuation(GetParam(), once), once) << line;
    ASSERT_FALSE(has_line_break(once)) << line;
    ASSERT_EQ(count_han(once), count_han(line)) << line;
  }
}

TEST_P(RandomPunctuation, LeavesLatinTextAlone) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 5000; ++round) {
    const std::string line = random_latin_line(random);
    ASSERT_EQ(apply_punctuation(GetParam(), line), line);
  }
}

// Without blanks, and with the marks that kFull makes turned back.
std::u32string narrowed(const std::string& line) {
  constexpr std::u32string_view kWide = U"，。？！：；（）“”‘’", kNarrow = U",.?!:;()\"\"''";
  std::u32string text = decode_utf8(line);
  std::erase_if(text, is_space_separator);
  for (char32_t& c : text) {
    const auto place = kWide.find(c);
    if (place != std::u32string_view::npos) c = kNarrow[place];
  }
  return text;
}

TEST(FullPunctuation, OnlyWidensMarksAndTakesBlanksAway) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 40000; ++round) {
    const std::string line = random_line(random);
    if (line.find("..") != std::string::npos) continue;  // an ellipsis has no way back
    ASSERT_TRUE(narrowed(full(line)) == narrowed(line)) << line;
  }
}

TEST(Punctuation, ChangesNothingTheSecondTimeInRealText) {
  const auto lines = shared_lines("testsets/generaltest2022-en-zh.zh");
  if (lines.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& line : lines) {
    const std::string wide = full(line);
    ASSERT_EQ(full(wide), wide);
    ASSERT_EQ(ascii(ascii(line)), ascii(line));
  }
}

}  // namespace
}  // namespace tfm
