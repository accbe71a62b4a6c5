#include "text/unicode_properties.h"

#include <gtest/gtest.h>

namespace tfm::metrics {
namespace {

TEST(UnicodeProperties, PunctuationIsOfAllScriptsAndNoSymbol) {
  for (const char32_t c : std::u32string_view(U"!_-(]«“。、（・‐⁀;"))
    EXPECT_TRUE(is_punctuation(c)) << std::uint32_t{c};
  for (const char32_t c : std::u32string_view(U"a1中 +$^`|~<€→★\u0301"))
    EXPECT_FALSE(is_punctuation(c)) << std::uint32_t{c};
}

TEST(UnicodeProperties, SymbolsAreSignsCurrenciesAndModifiers) {
  for (const char32_t c : std::u32string_view(U"+<|~$€^`¨→★☎😀\u309B")) EXPECT_TRUE(is_symbol(c)) << std::uint32_t{c};
  for (const char32_t c : std::u32string_view(U"a1中 !_-。\u0301\u02B0"))
    EXPECT_FALSE(is_symbol(c)) << std::uint32_t{c};
}

TEST(UnicodeProperties, NumbersAreDigitsLettersAndFractions) {
  for (const char32_t c : std::u32string_view(U"09１٣Ⅷ½²①〇")) EXPECT_TRUE(is_number(c)) << std::uint32_t{c};
  for (const char32_t c : std::u32string_view(U"a一十.")) EXPECT_FALSE(is_number(c)) << std::uint32_t{c};
}

TEST(UnicodeProperties, LettersAreLoweredInEveryScript) {
  EXPECT_EQ(lowercase(U"ABZ ÄÉ ЖЁ ΑΩ Ａ 𐐀 Ა ẞ Ⓐ Ⅷ"), U"abz äé жё αω ａ 𐐨 ა ß ⓐ ⅷ");
}

TEST(UnicodeProperties, WhatHasNoLowerCaseStays) { EXPECT_EQ(lowercase(U"aß1中。😀\u0301ıʰ"), U"aß1中。😀\u0301ıʰ"); }

TEST(UnicodeProperties, TheDottedCapitalIBecomesTwoCodePointsAndTheDotlessOneStays) {
  EXPECT_EQ(lowercase(U"İIı"), U"i\u0307iı");
}

TEST(UnicodeProperties, ASigmaAtTheEndOfAWordIsFinal) {
  EXPECT_EQ(lowercase(U"ΟΔΟΣ ΣΑΣ"), U"οδος σας");
  EXPECT_EQ(lowercase(U"Σ"), U"σ");
  EXPECT_EQ(lowercase(U"1Σ 中Σ"), U"1σ 中σ") << "no cased letter before it";
}

TEST(UnicodeProperties, MarksAroundASigmaAreLookedThrough) {
  EXPECT_EQ(lowercase(U"ΑΣ.Α ΑΣ. Α"), U"ασ.α ας. α");
  EXPECT_EQ(lowercase(U"Α'Σ Α\u0301Σ"), U"α'ς α\u0301ς");
  EXPECT_EQ(lowercase(U"ΑΣ-Α ΑΣ1Α"), U"ας-α ας1α");
}

}  // namespace
}  // namespace tfm::metrics
