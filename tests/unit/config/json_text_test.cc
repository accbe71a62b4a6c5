#include "config/json_text.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.h"

namespace tfm {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_json(text, "a.json");
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseJson, BuildsTheSameTreeAsTheLibrary) {
  const std::string text =
      R"({"a": [1, -2, 2.5, true, null, "x\u4f60"], "b": {"c": {}, "d": []}, "e": [[1], {"f": [{}]}], "": 0})";
  EXPECT_EQ(parse_json(text, "a.json").root, Json::parse(text));
  EXPECT_EQ(parse_json("3", "a.json").root, Json(3));
}

TEST(ParseJson, AllowsCommentsAndAByteOrderMark) {
  EXPECT_EQ(parse_json("\xEF\xBB\xBF// first\n{\"a\": 1 /* one */}\n// last", "a.json").root, Json({{"a", 1}}));
}

TEST(ParseJson, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of("{\n  \"a\": 1\n  \"b\": 2\n}"), "a.json:3:5: unexpected string literal; expected ',' or '}'");
  EXPECT_EQ(error_of("{\"a\": [1 2]}"), "a.json:1:10: unexpected number literal; expected ',' or ']'");
  EXPECT_EQ(error_of("{\"a\": 1,}"), "a.json:1:9: unexpected '}'; expected a key in double quotes");
  EXPECT_EQ(error_of("{a: 1}"), "a.json:1:2: invalid literal; expected a key in double quotes");
  EXPECT_EQ(error_of("{\"a\" 1}"), "a.json:1:6: unexpected number literal; expected ':'");
  EXPECT_EQ(error_of("{\"a\": pre}"), "a.json:1:7: invalid literal; expected a value, text in double quotes");
  EXPECT_EQ(error_of("{\"a\": }"), "a.json:1:7: unexpected '}'; expected a value");
  EXPECT_EQ(error_of("{} {}"), "a.json:1:4: unexpected '{'; expected end of input");
  EXPECT_EQ(error_of(""), "a.json:1:1: unexpected end of input; expected a value");
  EXPECT_EQ(error_of("{\"a\": \"b\n\"}").substr(0, 15), "a.json:1:9: inv");
}

TEST(ParseJson, CountsLinesOfCommentsAndColumnsInCharacters) {
  EXPECT_EQ(error_of("// one\n/* two\n */ // three\n{\n  \"\u4f60\u597d\": ?}"),
            "a.json:5:9: invalid literal; expected a value, text in double quotes");
  EXPECT_EQ(error_of("\xEF\xBB\xBF{?"), "a.json:1:2: invalid literal; expected a key in double quotes");
}

TEST(ParseJson, RefusesWhatIsNoNumberOfAComputer) {
  EXPECT_EQ(error_of("[1e400]"), "a.json:1:6: number overflow parsing '1e400'");
  EXPECT_EQ(error_of("[NaN]"), "a.json:1:2: invalid literal; expected a value, text in double quotes");
  EXPECT_EQ(error_of("[Infinity]"), "a.json:1:2: invalid literal; expected a value, text in double quotes");
}

TEST(ParseJson, RefusesInvalidUtf8) {
  EXPECT_EQ(error_of("{\"a\": \"\xFF\"}"), "a.json:1:8: invalid string: ill-formed UTF-8 byte");
}

TEST(ParseJson, SurvivesDeepNesting) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(error_of(deep), "a.json:1:100001: unexpected end of input; expected a value");
}

TEST(ParseJson, ReportsRepeatedKeysByTheirPointers) {
  const auto document = parse_json(R"({"a": 1, "b": [{}, {"c/d": 1, "c/d": 2}], "a": {"x": 1, "x": 2}})", "a.json");
  EXPECT_EQ(document.repeated_keys, (std::vector<std::string>{"/b/1/c~1d", "/a", "/a/x"}));
  EXPECT_EQ(document.root, Json::parse(R"({"a": {"x": 2}, "b": [{}, {"c/d": 2}]})"));
}

TEST(ChildPointer, EscapesAsTheStandardHasIt) { EXPECT_EQ(child_pointer("/a", "b/c~d"), "/a/b~1c~0d"); }

TEST(IsUtf8, TellsTextFromBytes) {
  EXPECT_TRUE(is_utf8("a\u4f60"));
  EXPECT_FALSE(is_utf8("\xFF"));
}

TEST(JsonNumber, IsAnIntegerWhereTheValueIsOne) {
  EXPECT_EQ(json_number(1.0).dump(), "1");
  EXPECT_EQ(json_number(-2'000'000.0).dump(), "-2000000");
  EXPECT_EQ(json_number(0.6).dump(), "0.6");
  EXPECT_EQ(json_number(1e300).dump(), "1e+300");
}

TEST(ShowJson, IsShort) {
  EXPECT_EQ(show_json("x"), "\"x\"");
  EXPECT_EQ(show_json(Json::array()), "an empty list");
  EXPECT_EQ(show_json({1, 2}), "a list");
  EXPECT_EQ(show_json({{"a", 1}}), "an object");
  EXPECT_EQ(show_json(std::string(100, 'x')), "\"" + std::string(59, 'x') + "...\"");
  std::string characters;
  for (int i = 0; i < 30; ++i) characters += "\u4f60";
  EXPECT_EQ(show_json(characters), "\"" + characters.substr(0, 57) + "...\"");
}

}  // namespace
}  // namespace tfm
