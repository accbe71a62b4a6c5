#include "chinese/protected_spans.h"

#include <gtest/gtest.h>

#include <string>

namespace tfm {
namespace {

// What is protected, each span in brackets of its own.
std::u32string marked(std::u32string_view line) {
  const ProtectedSpans spans(line);
  std::u32string shown;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins = spans.hold(i) && (i == 0 || !spans.hold_together(i - 1, i));
    const bool ends = spans.hold(i) && (i + 1 == line.size() || !spans.hold_together(i, i + 1));
    shown += (begins ? U"⟦" : U"") + std::u32string(1, line[i]) + (ends ? U"⟧" : U"");
  }
  return shown;
}

TEST(ProtectedSpans, AreAddressesWithoutTheMarksAtTheirEnd) {
  EXPECT_TRUE(marked(U"见https://a.com/b?c=d#e, 好") == U"见⟦https://a.com/b?c=d#e⟧, 好");
  EXPECT_TRUE(marked(U"见https://a.com查") == U"见⟦https://a.com⟧查");
  EXPECT_TRUE(marked(U"http://a.org/wiki/中文_abc,好") == U"⟦http://a.org/wiki/中文_abc⟧,好");
  EXPECT_TRUE(marked(U"(www.a.com).") == U"(⟦www.a.com⟧).");
  EXPECT_TRUE(marked(U"给a.b@c.cn.") == U"给⟦a.b@c.cn⟧.");
}

TEST(ProtectedSpans, AreCodeAndMarkup) {
  EXPECT_TRUE(marked(U"用`a`和``b`c``") == U"用⟦`a`⟧和⟦``b`c``⟧");
  EXPECT_TRUE(marked(U"<b>中</b>&amp;{0}") == U"⟦<b>⟧中⟦</b>⟧⟦&amp;⟧⟦{0}⟧");
  EXPECT_TRUE(marked(U"f(\"a)\")好") == U"f⟦(\"a)\")⟧好");
  EXPECT_TRUE(marked(U"文件(&F)...") == U"文件⟦(&F)⟧...");
  EXPECT_TRUE(marked(U"[文](/a)") == U"[文⟦](/a)⟧");
  EXPECT_TRUE(marked(U":ref:`a`") == U"⟦:ref:⟧⟦`a`⟧");
  EXPECT_TRUE(marked(U"一\\n二三") == U"一⟦\\n二⟧三");
}

TEST(ProtectedSpans, AreNotWhatOnlyLooksSo) {
  for (const std::u32string_view line :
       {U"",  U"`",     U"a < b",   U"3<4>2", U"{",    U"中}{", U"& b;", U"@",  U"a@",  U"@b",  U"://",
        U"w", U"wwww.", U"(\"a\")", U"f(",    U"f(\"", U"\\",   U"](",   U"::", U":`a", U"好:a"}) {
    EXPECT_TRUE(marked(line) == line) << std::string(line.begin(), line.end());
  }
}

}  // namespace
}  // namespace tfm
