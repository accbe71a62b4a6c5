#include "text/unicode.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace tfm {
namespace {

using namespace std::string_literals;

// What make_tokenizer_golden.py wrote with Python's decoder and character data.
const nlohmann::json& golden() {
  static const auto value = nlohmann::json::parse(std::ifstream(TFM_TEST_DATA "/unicode.json"));
  return value;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string utf8(char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  const auto tail = [&](int shift) { return byte(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | (c >> 6)), tail(0)};
  if (c < 0x10000) return {byte(0xE0 | (c >> 12)), tail(6), tail(0)};
  return {byte(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

// Calls `check` with every character of the golden file's ranges.
template <typename Check>
void for_each_character(const char* name, Check check) {
  for (const auto& range : golden().at(name)) {
    for (char32_t c = range.at(0); c <= range.at(1); ++c) check(c);
  }
}

TEST(Utf8, IsRepairedAsPythonDoes) {
  ASSERT_GT(golden().at("repair").size(), 300U);
  for (const auto& pair : golden().at("repair")) {
    const std::string bytes = from_hex(pair.at(0));
    const std::string expected = from_hex(pair.at(1));
    EXPECT_EQ(repair_utf8(bytes).text, expected) << pair.at(0);
    EXPECT_EQ(is_valid_utf8(bytes), bytes == expected) << pair.at(0);
  }
}

TEST(Utf8, AcceptsEveryCharacterAndNoSurrogate) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    ASSERT_EQ(is_valid_utf8(utf8(c)), !surrogate) << static_cast<uint32_t>(c);
  }
}

TEST(Utf8, CountsEachIllFormedSequenceOnce) {
  EXPECT_EQ(repair_utf8("\xE4\xBD").replacements, 1);        // one character, cut off
  EXPECT_EQ(repair_utf8("a\xED\xA0\x80z").replacements, 3);  // a surrogate: no part of it can begin a character
  EXPECT_EQ(repair_utf8("\xFF\xE4\xBD\xA0\xC0").replacements, 2);
  EXPECT_EQ(repair_utf8("你好\0!"s).replacements, 0);
  EXPECT_EQ(repair_utf8("你好\0!"s).text, "你好\0!"s);
}

TEST(FirstCharacter, IsWholeOrWhatIsNone) {
  for (const std::string character : {"a", "é", "你", "😀", "\xFF", "\xE4\xBD"}) {
    EXPECT_EQ(first_character(character + "z"), character);
    EXPECT_EQ(first_character(character), character);
  }
}

TEST(IsBlank, HoldsForEveryWhiteSpaceAndControl) {
  for_each_character("white_space_and_controls",
                     [](char32_t c) { EXPECT_TRUE(is_blank(utf8(c))) << static_cast<uint32_t>(c); });
}

TEST(IsBlank, HoldsForNoVisibleCharacter) {
  for_each_character("visible", [](char32_t c) { ASSERT_FALSE(is_blank(utf8(c))) << static_cast<uint32_t>(c); });
}

TEST(IsBlank, HoldsForZeroWidthCharactersAndByteOrderMarks) {
  EXPECT_TRUE(is_blank(""));
  for (const char32_t c : {0x00AD, 0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0xFE0F, 0xFEFF, 0xE0001}) {
    EXPECT_TRUE(is_blank(" " + utf8(c) + "\t")) << static_cast<uint32_t>(c);
    EXPECT_FALSE(is_blank(utf8(c) + "x")) << static_cast<uint32_t>(c);
  }
}

TEST(IsBlank, DoesNotHoldForBytesThatAreNotUtf8) {
  EXPECT_FALSE(is_blank("\xFF"));
  EXPECT_FALSE(is_blank(" \xE2\x80"));
}

TEST(BlankControls, TurnsEachLineBreakAndControlIntoOneBlank) {
  for (const char* line_break : {"\n", "\r", "\v", "\f", "\x1C", "\x1E", "\x7F", "\xC2\x85", "\u2028", "\u2029"}) {
    std::string text = "a"s + line_break + "你";
    EXPECT_EQ(blank_controls(text), 1);
    EXPECT_EQ(text, "a 你");
  }
  std::string text = "\0a\tb\xFF"s;
  EXPECT_EQ(blank_controls(text), 1);
  EXPECT_EQ(text, " a\tb\xFF");
}

TEST(CleanLine, TakesTheByteOrderMarkOffTheFirstLineOnly) {
  const CleanLine first = clean_line("\xEF\xBB\xBFHello", true);
  EXPECT_EQ(first.text, "Hello");
  EXPECT_TRUE(first.had_bom);
  const CleanLine later = clean_line("\xEF\xBB\xBFHello", false);
  EXPECT_EQ(later.text, "Hello");
  EXPECT_EQ(later.removed_zero_width, 1);
  EXPECT_FALSE(later.had_bom);
}

TEST(CleanLine, TakesOffOneCarriageReturnAtTheEnd) {
  const CleanLine line = clean_line("你好\r", true);
  EXPECT_EQ(line.text, "你好");
  EXPECT_TRUE(line.had_carriage_return);
  EXPECT_EQ(line.replaced_controls, 0);
  const CleanLine twice = clean_line("a\rb\r\r", true);
  EXPECT_EQ(twice.text, "a b ");
  EXPECT_EQ(twice.replaced_controls, 2);
}

TEST(CleanLine, CountsWhatItReplaced) {
  const CleanLine line = clean_line("a\0b\u2028c\td\xED\xA0\x80"s, false);
  EXPECT_EQ(line.text, "a b c\td\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(line.replaced_controls, 2);
  EXPECT_EQ(line.replaced_sequences, 3);
}

TEST(CleanLine, TakesOutZeroWidthCharactersThatNobodyWrites) {
  for (const char32_t c : {0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0xFEFF}) {
    const CleanLine line = clean_line("你" + utf8(c) + "好" + utf8(c), false);
    EXPECT_EQ(line.text, "你好") << static_cast<uint32_t>(c);
    EXPECT_EQ(line.removed_zero_width, 2) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : {0x200C, 0x200D, 0xFE0E, 0xFE0F, 0x200A, 0x2061, 0xE0100}) {
    const std::string text = "a" + utf8(c) + "b";
    EXPECT_EQ(clean_line(text, false).text, text) << static_cast<uint32_t>(c);
  }
}

// The reference: one step after the other, as they are described.
CleanLine clean_line_by_steps(const std::string& raw) {
  CleanLine line;
  line.had_carriage_return = raw.ends_with('\r');
  const RepairedText repaired = repair_utf8(raw.substr(0, raw.size() - (line.had_carriage_return ? 1 : 0)));
  line.text = repaired.text;
  line.replaced_sequences = repaired.replacements;
  line.replaced_controls = blank_controls(line.text);
  for (const char32_t c : {0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060,
                           0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF}) {
    const std::string removed = utf8(c);
    for (size_t at = line.text.find(removed); at != std::string::npos; at = line.text.find(removed, at)) {
      line.text.erase(at, removed.size());
      ++line.removed_zero_width;
    }
  }
  return line;
}

void expect_same(const std::string& raw) {
  const CleanLine fast = clean_line(raw, false), slow = clean_line_by_steps(raw);
  ASSERT_EQ(fast.text, slow.text);
  ASSERT_EQ(fast.replaced_sequences, slow.replaced_sequences);
  ASSERT_EQ(fast.replaced_controls, slow.replaced_controls);
  ASSERT_EQ(fast.removed_zero_width, slow.removed_zero_width);
}

TEST(CleanLine, DoesInOnePassWhatItsStepsDo) {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3100 || c > 0xFE00 ? 1 : 37)
    expect_same("abcdefgh" + utf8(c) + "文字");
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20'000; ++round) {
    std::string raw;
    const size_t parts = random() % 12;
    for (size_t i = 0; i < parts; ++i) {
      const auto kind = random() % 4;
      if (kind == 0) raw += "some ASCII text";
      if (kind == 1) raw += utf8(random() % 0x3100);
      if (kind == 2) raw += static_cast<char>(random());
      if (kind == 3) raw += utf8(random() % 0x110000);
    }
    expect_same(raw);
  }
}

TEST(CleanLine, LeavesOrdinaryTextAlone) {
  const CleanLine line = clean_line("全角，标点 and é 😀", true);
  EXPECT_EQ(line.text, "全角，标点 and é 😀");
  EXPECT_FALSE(line.had_bom || line.had_carriage_return);
  EXPECT_EQ(line.replaced_controls + line.replaced_sequences, 0);
}

}  // namespace
}  // namespace tfm
