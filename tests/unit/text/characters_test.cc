#include "text/characters.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tfm {
namespace {

template <typename Predicate>
void expect(const Predicate& holds, std::u32string_view yes, std::u32string_view no) {
  for (const char32_t c : yes) EXPECT_TRUE(holds(c)) << std::hex << uint32_t{c};
  for (const char32_t c : no) EXPECT_FALSE(holds(c)) << std::hex << uint32_t{c};
}

TEST(Characters, TellScriptsApart) {
  expect(is_han, U"一龥㐀𠀀豈々〇", U"aか한。ㄅ①\u4DFF");
  expect(is_kana, U"ぁンーｱㇰ", U"・゛中");
  expect(is_hangul, U"가힣ㄱᄀ", U"中か");
  expect(is_cyrillic, U"жЯ", U"aα");
  expect(is_latin, U"azAZéßŐḁ", U"×÷1αж_");
  expect(is_full_width_alphanumeric, U"０９ＡＺａｚ", U"0A！～");
}

TEST(Characters, TellBlanksApart) {
  expect(is_space_separator, U" \u00A0\u2003\u3000", U"\t\n\u2028\u200B");
  expect(is_white_space, U" \t\n\x1C\u0085\u2028\u3000", U"\u200Ba");
  expect(is_control_or_line_break, U"\x01\t\n\x7F\u0085\u2028", U" a\u00A0");
  expect(is_zero_width, U"\u00AD\u200B\uFEFF\uFE0F", U" a");
}

TEST(Characters, TellPicturesAndPrivateUse) {
  expect(is_emoji, U"😀🚀🇨", U"☀★中");
  expect(is_private_use, U"\uE000\U000F0000", U"中\uFFFD");
}

}  // namespace
}  // namespace tfm
