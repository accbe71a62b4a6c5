#include "metrics/python_string.h"

#include <gtest/gtest.h>

namespace tfm::metrics {
namespace {

std::string round_trip(std::string_view bytes) { return encode_utf8(decode_utf8(bytes)); }

TEST(PythonString, DecodesAndEncodesEveryLength) {
  EXPECT_EQ(decode_utf8("aé中😀"), U"aé中😀");
  EXPECT_EQ(encode_utf8(U"aé中😀\U0010FFFF"), "aé中😀\U0010FFFF");
  EXPECT_EQ(decode_utf8({"a\0b", 3}).size(), 3u);
}

// Expected values: bytes.decode("utf-8", "replace") of CPython 3.11.
TEST(PythonString, ReplacesEachMaximalIllFormedSequenceOnce) {
  EXPECT_EQ(round_trip("\x80\xFF"), "\uFFFD\uFFFD");
  EXPECT_EQ(round_trip("\xE4\xB8"), "\uFFFD");                            // cut off at the end
  EXPECT_EQ(round_trip("\xE4\xB8!"), "\uFFFD!");                          // cut off by a letter, which stays
  EXPECT_EQ(round_trip("\xF0\x9F\x98\xE4\xB8\xAD"), "\uFFFD中");          // cut off by a first byte
  EXPECT_EQ(round_trip("\xC0\xAF"), "\uFFFD\uFFFD");                      // overlong
  EXPECT_EQ(round_trip("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(round_trip("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // a surrogate
  EXPECT_EQ(round_trip("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // past U+10FFFF
}

TEST(PythonString, KnowsPythonsWhiteSpace) {
  std::u32string spaces;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (is_space(c)) spaces += c;
  }
  EXPECT_EQ(spaces,
            U"\x09\x0A\x0B\x0C\x0D\x1C\x1D\x1E\x1F\x20\x85\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
            U"\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000");
}

TEST(PythonString, StripsTheEndsAndKeepsTheMiddle) {
  EXPECT_EQ(strip(U" \u3000a b\n"), U"a b");
  EXPECT_EQ(strip_right(U" a \t"), U" a");
  EXPECT_EQ(strip(U" \n"), U"");
}

TEST(PythonString, SplitsIntoWordsWithoutEmptyOnes) {
  EXPECT_EQ(split(U"  ab \u00A0c\u3000"), (std::vector<std::u32string_view>{U"ab", U"c"}));
  EXPECT_TRUE(split(U"").empty());
  EXPECT_TRUE(split(U" \t").empty());
}

}  // namespace
}  // namespace tfm::metrics
