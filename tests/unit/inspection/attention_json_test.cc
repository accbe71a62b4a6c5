#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example_maps.h"

namespace tfm {
namespace {

using Heads = std::vector<std::vector<std::vector<float>>>;

TEST(AttentionJson, ReadsBackExactly) {
  const auto maps = example_maps();
  const auto json = nlohmann::json::parse(attention_json(maps));
  EXPECT_EQ(json.at("source"), maps.source);
  EXPECT_EQ(json.at("target"), maps.target);
  EXPECT_EQ(json.at("source_pieces"), maps.source_pieces);
  EXPECT_EQ(json.at("target_inputs"), maps.target_inputs);
  EXPECT_EQ(json.at("target_outputs"), maps.target_outputs);
  ASSERT_EQ(json.at("maps").size(), maps.maps.size());
  for (std::size_t i = 0; i < maps.maps.size(); ++i) {
    EXPECT_EQ(json["maps"][i].at("part"), maps.maps[i].part);
    EXPECT_EQ(json["maps"][i].at("layer"), maps.maps[i].layer);
    EXPECT_EQ(json["maps"][i].at("heads").get<Heads>(), maps.maps[i].heads);
  }
}

TEST(AttentionJson, ReadsBackEveryKindOfNumber) {
  auto maps = example_maps();
  const std::vector<float> numbers = {0.1F, 1.0F / 3.0F, 1e-45F, 1.17549435e-38F, 0.99999994F, 1e-7F, 0.0F, 1.0F};
  maps.maps = {{.part = "encoder", .layer = 0, .heads = {{numbers}}}};
  const auto json = nlohmann::json::parse(attention_json(maps));
  EXPECT_EQ(json["maps"][0]["heads"].get<Heads>(), maps.maps[0].heads);
}

TEST(AttentionJson, WritesNoMoreDigitsThanAFloatHas) {
  const auto json = attention_json(example_maps());
  EXPECT_NE(json.find("[[0.5,0.5],[0.1,0.9]]"), std::string::npos) << json;
  EXPECT_NE(json.find("[[1.0,0.0],[0.25,0.75]]"), std::string::npos) << json;
}

TEST(AttentionJson, TakesAnyText) {
  const auto maps = awkward_maps();
  const auto json = nlohmann::json::parse(attention_json(maps));
  EXPECT_EQ(json.at("source"), maps.source);
  EXPECT_EQ(json.at("source_pieces"), maps.source_pieces);
}

}  // namespace
}  // namespace tfm
