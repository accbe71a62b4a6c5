#include "analysis/characters.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

TEST(Characters, TellsScriptsApart) {
  EXPECT_EQ(class_of(U'猫'), CharacterClass::kHan);
  EXPECT_EQ(class_of(0x20000), CharacterClass::kHan);  // extension B
  EXPECT_EQ(class_of(U'々'), CharacterClass::kHan);
  EXPECT_EQ(class_of(U'z'), CharacterClass::kLatin);
  EXPECT_EQ(class_of(U'é'), CharacterClass::kLatin);
  EXPECT_EQ(class_of(U'7'), CharacterClass::kDigit);
  EXPECT_EQ(class_of(U'７'), CharacterClass::kFullWidth);
  EXPECT_EQ(class_of(U'カ'), CharacterClass::kOther);
  EXPECT_EQ(class_of(U'ж'), CharacterClass::kOther);
  EXPECT_EQ(class_of(0x07), CharacterClass::kOther);
}

TEST(Characters, TellsMarksApartByWidth) {
  EXPECT_EQ(class_of(U'。'), CharacterClass::kCjkMark);
  EXPECT_EQ(class_of(U'，'), CharacterClass::kCjkMark);
  EXPECT_EQ(class_of(U'.'), CharacterClass::kAsciiMark);
  EXPECT_EQ(class_of(U'$'), CharacterClass::kAsciiMark);
  EXPECT_EQ(class_of(U'“'), CharacterClass::kOtherMark);
  EXPECT_EQ(class_of(U'×'), CharacterClass::kOtherMark);
  EXPECT_EQ(class_of(0xFFFD), CharacterClass::kReplacement);
  EXPECT_EQ(class_of(0x3000), CharacterClass::kSpace);
}

TEST(Characters, CallsWhiteSpaceAloneBlank) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t\u3000"));
  EXPECT_FALSE(is_blank(" . "));
}

}  // namespace
}  // namespace tfm::analysis
