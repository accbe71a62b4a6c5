#include "chinese/spacing.h"

#include <gtest/gtest.h>

#include "chinese_testing.h"

namespace tfm {
namespace {

std::string spaced(const std::string& line) { return apply_han_latin_spacing(HanLatinSpacing::kSpace, line); }
std::string unspaced(const std::string& line) { return apply_han_latin_spacing(HanLatinSpacing::kNone, line); }

TEST(RemoveHanSpaces, JoinsHanAndWideMarks) {
  EXPECT_EQ(remove_han_spaces("我 是  中\u3000国\u00A0人"), "我是中国人");
  EXPECT_EQ(remove_han_spaces("你好 ， 世界 。 好"), "你好，世界。好");
  EXPECT_EQ(remove_han_spaces("《 书 》 、 （ 注 ）"), "《书》、（注）");
  EXPECT_EQ(remove_han_spaces("他说 “ 你好 ” 。"), "他说“你好”。");
  EXPECT_EQ(remove_han_spaces("等 …… 好 —— 完"), "等……好——完");
}

TEST(RemoveHanSpaces, KeepsBlanksBesideOtherScripts) {
  for (const char* line : {"我用 GPU 训练 3 天", "中 한국 어", "の 中", "“ ”", "— …", "Hello, world", "中\t文", " 中 ",
                           "\u3000", "中 (a", "Ａ 中"}) {
    EXPECT_EQ(remove_han_spaces(line), line);
  }
}

TEST(RemoveHanSpaces, LeavesCodeAlone) {
  EXPECT_EQ(remove_han_spaces("中 文 `中 文` {中 文}"), "中文 `中 文` {中 文}");
}

TEST(RemoveHanSpaces, KeepsTheBlankThatEndsAnAddress) {
  EXPECT_EQ(remove_han_spaces("http://a.org/中 文 字"), "http://a.org/中 文字");
  EXPECT_EQ(unspaced("http://a.org/中 abc"), "http://a.org/中 abc");
}

TEST(HanLatinSpacing, SetsOneBlankOrNone) {
  const std::string none = "我用GPU训练3天", one = "我用 GPU 训练 3 天";
  for (const std::string& line : {none, one, std::string("我用  GPU\u3000训练 3\u00A0天")}) {
    EXPECT_EQ(spaced(line), one);
    EXPECT_EQ(unspaced(line), none);
    EXPECT_EQ(apply_han_latin_spacing(HanLatinSpacing::kKeep, line), line);
  }
}

TEST(HanLatinSpacing, KnowsNoBorderAtMarksAndSigns) {
  for (const char* line :
       {"50%的人", "C++的", "，GPU。", "中\tGPU", "（GPU）", "中，3", "Ａ中", "Hello, world", "か a"}) {
    EXPECT_EQ(spaced(line), line);
    EXPECT_EQ(unspaced(line), line);
  }
  EXPECT_EQ(spaced("$5元"), "$5 元");
  EXPECT_EQ(spaced("à中é"), "à 中 é");
}

TEST(HanLatinSpacing, StaysOutOfAddressesCodeAndEscapes) {
  EXPECT_EQ(spaced("访问https://zh.a.org/wiki/中文abc 吧"), "访问 https://zh.a.org/wiki/中文abc 吧");
  EXPECT_EQ(spaced("访问https://a.com查看"), "访问 https://a.com 查看");
  EXPECT_EQ(spaced("`a中`和{b中}<i title='a中'>"), "`a中`和{b中}<i title='a中'>");
  EXPECT_EQ(spaced("第一行\\n第二行"), "第一行\\n第二行");
}

TEST(Spacing, ChangesNothingTheSecondTime) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 60000; ++round) {
    const std::string line = random_line(random);
    for (const auto& once : {remove_han_spaces(line), spaced(line), unspaced(line)}) ASSERT_FALSE(has_line_break(once));
    ASSERT_EQ(remove_han_spaces(remove_han_spaces(line)), remove_han_spaces(line)) << line;
    ASSERT_EQ(spaced(spaced(line)), spaced(line)) << line;
    ASSERT_EQ(unspaced(unspaced(line)), unspaced(line)) << line;
  }
}

TEST(Spacing, LeavesLatinTextAlone) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 3000; ++round) {
    const std::string line = random_latin_line(random);
    ASSERT_EQ(remove_han_spaces(line), line);
    ASSERT_EQ(spaced(line), line);
    ASSERT_EQ(unspaced(line), line);
  }
}

}  // namespace
}  // namespace tfm
