#include "config/schema.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"

namespace tfm {
namespace {

enum class Colour { kRed, kGreen, kBlue };

struct Point {
  int64_t x = 1;
  double y = 0.5;
};

struct Toy {
  int64_t count = 3;
  double share = 0.25;
  bool on = true;
  Colour colour = Colour::kGreen;
  std::string tag = "en";
  std::string power = "none";
  std::filesystem::path file = "toy.txt";
  std::optional<Point> point;
  std::vector<Point> points = {Point{}};
};

std::optional<std::string> count_is_not_power(const Toy& toy) {
  if (toy.power != std::to_string(toy.count)) return std::nullopt;
  return "must differ from power";
}

Kind<Point> point() {
  return object<Point>({
      required(field("x", &Point::x, AtLeast{1}, "across")),
      field("y", &Point::y, FromUntil{0, 1}, "up"),
  });
}

const Kind<Toy>& toy() {
  static const Kind<Toy> kKind = object<Toy>(
      {
          field("count", &Toy::count, Between{1, 9}, "how many"),
          field("share", &Toy::share, GreaterThan{0}, "how much"),
          field("on", &Toy::on, TrueOrFalse{}, "whether"),
          field("colour", &Toy::colour,
                OneOf<Colour>{{{"red", Colour::kRed}, {"green", Colour::kGreen}, {"blue", Colour::kBlue}}}, "which"),
          field("tag", &Toy::tag, Matches{"[a-z]{2}", "tag of two letters"}, "tag"),
          field("power", &Toy::power, WordOrNumber{{"none"}, AtLeast{0}}, "power"),
          field("file", &Toy::file, FilePath{}, "file"),
          field("point", &Toy::point, point(), "place"),
          field("points", &Toy::points, one_or_more(point()), "places"),
      },
      {rule(count_is_not_power, &Toy::count, &Toy::power)});
  return kKind;
}

Toy read(const Json& json) {
  Reading reading{{}, {}, "/folder", &toy().info};
  Toy value;
  toy().read(json, value, Place(reading));
  reading.problems.throw_if_any("toy.json");
  return value;
}

// The problem lines of a value at a key; one where nothing else is said.
std::string problem(const std::string& key, const Json& value) {
  try {
    read({{key, value}});
  } catch (const UserError& error) {
    const std::string message = error.what();
    return message.substr(message.find('\n') + 3);
  }
  return "none";
}

TEST(Schema, TakesDefaultsForAbsentKeys) {
  const Toy value = read(Json::object());
  EXPECT_EQ(value.count, 3);
  EXPECT_EQ(value.share, 0.25);
  EXPECT_TRUE(value.on);
  EXPECT_EQ(value.colour, Colour::kGreen);
  EXPECT_EQ(value.tag, "en");
  EXPECT_EQ(value.power, "none");
  EXPECT_EQ(value.file, "/folder/toy.txt");
  EXPECT_FALSE(value.point);
  EXPECT_EQ(value.points.size(), 1U);
}

TEST(Schema, WritesWhatItReads) {
  const auto json = Json::parse(R"({"count": 9, "share": 0.30000000000000004, "on": false, "colour": "blue",
    "tag": "zh", "power": 0.6, "file": "/a/b", "point": {"x": 9007199254740993, "y": 0.1},
    "points": [{"x": 1, "y": 0.0}, {"x": 2, "y": 0.5}]})");
  EXPECT_EQ(toy().write(read(json)).dump(), json.dump());
}

TEST(Schema, ReadsIntegersInEveryNotation) {
  EXPECT_EQ(read({{"count", 4.0}}).count, 4);
  EXPECT_EQ(read(Json::parse(R"({"count": 0.9e1})")).count, 9);
  EXPECT_EQ(read(Json::parse(R"({"point": {"x": 9223372036854775807}})")).point->x,
            std::numeric_limits<int64_t>::max());
}

TEST(Schema, RefusesOtherIntegers) {
  const std::string must = "/count: must be an integer from 1 to 9, got ";
  EXPECT_EQ(problem("count", 0), must + "0");
  EXPECT_EQ(problem("count", 10), must + "10");
  EXPECT_EQ(problem("count", 1.5), must + "1.5");
  EXPECT_EQ(problem("count", "4"), must + "\"4\"");
  EXPECT_EQ(problem("count", true), must + "true");
  EXPECT_EQ(problem("count", nullptr), must + "null");
  EXPECT_EQ(problem("count", std::numeric_limits<uint64_t>::max()), must + "18446744073709551615");
  EXPECT_EQ(problem("point", {{"x", 1e19}}), "/point/x: must be an integer >= 1, got 1e+19");
  EXPECT_EQ(problem("point", Json::parse(R"({"x": 9223372036854775808})")),
            "/point/x: must be an integer >= 1, got 9223372036854775808");
}

TEST(Schema, DoesNotTakeATooLargeIntegerForANegativeOne) {
  const Kind<int64_t> kind = Range{.at_most = 5};
  Reading reading{{}, {}, "/folder", nullptr};
  int64_t value = 3;
  kind.read(Json::parse("18446744073709551615"), value, Place(reading));
  EXPECT_EQ(reading.problems.size(), 1U);
  EXPECT_EQ(value, 3);
}

TEST(Schema, RefusesOtherNumbers) {
  const std::string must = "/share: must be a number > 0, got ";
  EXPECT_EQ(problem("share", 0), must + "0");
  EXPECT_EQ(problem("share", "x"), must + "\"x\"");
  EXPECT_EQ(problem("share", false), must + "false");
  EXPECT_NE(problem("share", std::nan("")), "none");
  EXPECT_NE(problem("share", std::numeric_limits<double>::infinity()), "none");
  EXPECT_EQ(problem("point", {{"x", 1}, {"y", 1.0}}), "/point/y: must be a number >= 0 and < 1, got 1.0");
  EXPECT_EQ(read({{"share", 2}}).share, 2.0);
}

TEST(Schema, RefusesOtherChoicesAndTypes) {
  EXPECT_EQ(problem("on", 1), "/on: must be true or false, got 1");
  EXPECT_EQ(problem("colour", "pink"), "/colour: must be \"red\", \"green\" or \"blue\", got \"pink\"");
  EXPECT_EQ(problem("colour", 1), "/colour: must be \"red\", \"green\" or \"blue\", got 1");
  EXPECT_EQ(problem("tag", "eng"), "/tag: must be a tag of two letters, got \"eng\"");
  EXPECT_EQ(problem("tag", "en\n"), "/tag: must be a tag of two letters, got \"en\\n\"");
  EXPECT_EQ(problem("power", "some"), "/power: must be \"none\" or a number >= 0, got \"some\"");
  EXPECT_EQ(problem("power", -1), "/power: must be \"none\" or a number >= 0, got -1");
  EXPECT_EQ(problem("power", "1"), "/power: must be \"none\" or a number >= 0, got \"1\"");
  EXPECT_EQ(problem("file", ""), "/file: must be a path, got \"\"");
  EXPECT_EQ(problem("file", std::string("a\0b", 3)), "/file: must be a path, got \"a\\u0000b\"");
  EXPECT_EQ(problem("point", 3), "/point: must be an object {x, y}, got 3");
  EXPECT_EQ(problem("points", Json::array()),
            "/points: must be a list of one or more, each an object {x, y}, got an empty list");
  EXPECT_EQ(problem("points", {{"x", 1}}),
            "/points: must be a list of one or more, each an object {x, y}, got an object");
  EXPECT_EQ(problem("points", {1}), "/points/0: must be an object {x, y}, got 1");
}

TEST(Schema, KeepsNumbersWithoutQuotesAsText) {
  EXPECT_EQ(read({{"power", 1}}).power, "1");
  EXPECT_EQ(read({{"power", 1.0}}).power, "1");
  EXPECT_EQ(read({{"power", 0.6}}).power, "0.6");
}

TEST(Schema, MissesRequiredKeys) {
  EXPECT_EQ(problem("point", Json::object()), "/point/x: missing; must be an integer >= 1");
  EXPECT_EQ(problem("points", {{{"x", 1}}, {{"y", 0}}}), "/points/1/x: missing; must be an integer >= 1");
}

TEST(Schema, SuggestsTheNearestKey) {
  EXPECT_EQ(problem("cuont", 1), "/cuont: unknown key; did you mean \"count\"?");
  EXPECT_EQ(problem("x", 1), "/x: unknown key; did you mean \"/point/x\"?");
  EXPECT_EQ(problem("point", {{"x", 1}, {"z/~", 1}}), "/point/z~1~0: unknown key; the keys here are x, y");
}

TEST(Schema, AsksARuleOnlyWhenItsMembersCouldBeRead) {
  EXPECT_EQ(problem("power", 3), "/count: must differ from power");
  const Json both = {{"count", 0}, {"power", 3}};
  try {
    read(both);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "toy.json: 1 problem\n  /count: must be an integer from 1 to 9, got 0");
  }
}

TEST(Schema, RefusesADocumentThatIsNoObject) {
  try {
    read(7);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "toy.json: 1 problem\n  (top level): must be an object {count, share, on, colour, tag, power, "
                 "file, point, points}, got 7");
  }
}

TEST(Schema, DescribesItselfAsJsonSchema) {
  const Json& properties = toy().info.schema["properties"];
  EXPECT_EQ(properties["count"].dump(),
            R"({"type":"integer","minimum":1,"maximum":9,"description":"how many","default":3})");
  EXPECT_EQ(properties["share"].dump(),
            R"({"type":"number","exclusiveMinimum":0,"description":"how much","default":0.25})");
  EXPECT_EQ(properties["on"].dump(), R"({"type":"boolean","description":"whether","default":true})");
  EXPECT_EQ(properties["colour"].dump(), R"({"enum":["red","green","blue"],"description":"which","default":"green"})");
  EXPECT_EQ(properties["tag"].dump(),
            R"({"type":"string","pattern":"^(?:[a-z]{2})$","description":"tag","default":"en"})");
  EXPECT_EQ(properties["power"].dump(),
            R"({"anyOf":[{"enum":["none"]},{"type":"number","minimum":0}],"description":"power","default":"none"})");
  EXPECT_EQ(properties["point"]["anyOf"][0].dump(),
            R"({"type":"object","properties":{"x":{"type":"integer","minimum":1,"description":"across"},)"
            R"("y":{"type":"number","minimum":0,"exclusiveMaximum":1,"description":"up","default":0.5}},)"
            R"("additionalProperties":false,"required":["x"]})");
  EXPECT_EQ(properties["points"]["type"], "array");
  EXPECT_EQ(properties["points"]["minItems"], 1);
}

}  // namespace
}  // namespace tfm
