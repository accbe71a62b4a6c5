#include "config/decoding_settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"

namespace tfm {
namespace {

std::string settings_error(const std::vector<std::string>& changes) {
  try {
    change_settings(DecodingConfig{}, changes);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DecodingSettings, NameEveryKeyWithItsMeaning) {
  const auto settings = decoding_settings();
  const auto find = [&](const std::string& key) { return *std::ranges::find(settings, key, &DecodingSetting::key); };
  EXPECT_EQ(find("beam_size").meaning, "hypotheses kept at a time; 1 is greedy search (integer from 1 to 1000)");
  EXPECT_FALSE(find("beam_size").is_switch);
  EXPECT_TRUE(find("sampling").is_switch);
}

TEST(ChangeSettings, ChangesWhatIsGivenAndLeavesTheRest) {
  DecodingConfig config;
  config.beam_size = 7;
  config.length_penalty = "0.5";
  config.max_length = 9;
  const auto changed =
      change_settings(config, {"no_repeat_ngram=3", "unknown=copy", "max_length=null", "sampling=true"});
  EXPECT_EQ(changed.beam_size, 7);
  EXPECT_EQ(changed.length_penalty, "0.5");
  EXPECT_EQ(changed.no_repeat_ngram, 3);
  EXPECT_EQ(changed.unknown, UnknownWords::kCopy);
  EXPECT_TRUE(changed.sampling);
  EXPECT_FALSE(changed.max_length);
}

TEST(ChangeSettings, ReportsAllThatIsWrongAtOnce) {
  EXPECT_EQ(settings_error({"top_p=2", "temperature=0"}),
            "decoding: 2 problems\n"
            "  /temperature: must be a number > 0, got 0\n"
            "  /top_p: must be a number > 0 and <= 1, got 2");
  EXPECT_EQ(settings_error({"temperature=2"}),
            "decoding: 1 problem\n  /temperature: is for sampling; set sampling to true");
  EXPECT_EQ(settings_error({"top_k=2"}), "decoding: 1 problem\n  /top_k: is for sampling; set sampling to true");
  EXPECT_EQ(settings_error({"top_p=0.5"}), "decoding: 1 problem\n  /top_p: is for sampling; set sampling to true");
  EXPECT_EQ(settings_error({"seed=3"}), "decoding: 1 problem\n  /seed: is for sampling; set sampling to true");
  EXPECT_EQ(settings_error({"patience=2", "sampling=true"}),
            "decoding: 1 problem\n  /patience: is for beam search; set sampling to false");
  EXPECT_EQ(settings_error({"min_length=4", "max_length=4"}),
            "decoding: 1 problem\n  /min_length: must be below max_length (4), whose tokens include the end mark, got "
            "4");
}

}  // namespace
}  // namespace tfm
