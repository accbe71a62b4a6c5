#include "library/translation_model.h"

#include <gtest/gtest.h>

#include <thread>

#include "../decoding/toy_translator.h"
#include "../file_testing.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/weights.h"

namespace tfm {
namespace {

using testing::toy_lines;

class TranslationModelTest : public ::testing::Test {
 protected:
  TranslationModelTest() {
    Config config;
    config.data.train = {{.source = "train.en", .target = "train.zh"}};
    config.model = testing::small_config();
    const auto& tokenizers = testing::toy_vocabulary();
    save_model_folder(model_, named_weights(*testing::toy_transformer(3)), config_to_json(config),
                      tokenizers.fingerprint(), [&](const std::filesystem::path& folder) { tokenizers.save(folder); });
  }

  ScratchFolder folder_;
  std::filesystem::path model_ = folder_.path() / "model";
};

std::vector<std::string> texts_of(const std::vector<TranslatedText>& translations) {
  std::vector<std::string> texts;
  for (const auto& translation : translations) texts.push_back(translation.text);
  return texts;
}

TEST_F(TranslationModelTest, GivesOneTranslationForEachText) {
  const TranslationModel model(model_);
  const auto found = model.translate({"red cat", "", "blue\ndog \xff"});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_FALSE(found[0].text.empty());
  EXPECT_LT(found[0].log_prob, 0.0);
  EXPECT_GT(found[0].tokens, 0);
  EXPECT_EQ(found[1].text, "");
  EXPECT_EQ(found[1].status, "blank");
  EXPECT_NE(found[2].status, "blank");
  EXPECT_TRUE(model.translate({}).empty());
}

TEST_F(TranslationModelTest, SeveralThreadsMayAskAtOnce) {
  const TranslationModel model(model_, {.decoding = {{"beam_size", "3"}}});
  constexpr std::size_t kThreads = 4;
  std::vector<std::vector<std::string>> asked, expected, found(kThreads);
  for (std::size_t i = 0; i < kThreads; ++i) {
    asked.push_back(toy_lines(12, 100 + i));
    expected.push_back(texts_of(model.translate(asked.back())));
  }
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int time = 0; time < 3; ++time) found[i] = texts_of(model.translate(asked[i]));
    });
  }
  threads.clear();  // waits for them
  EXPECT_EQ(found, expected);
}

TEST_F(TranslationModelTest, SettingsAreThoseOfDecoding) {
  const auto lines = toy_lines(10, 5);
  const TranslationModel greedy(model_, {.decoding = {{"beam_size", "1"}, {"max_length", "2"}}});
  for (const auto& translation : greedy.translate(lines)) EXPECT_LE(translation.tokens, 2);
  EXPECT_THROW(TranslationModel(model_, {.decoding = {{"beam_sizes", "1"}}}), TranslationError);
  EXPECT_THROW(TranslationModel(model_, {.decoding = {{"beam_size", "0"}}}), TranslationError);
}

TEST_F(TranslationModelTest, WhatIsNoModelIsSaid) {
  try {
    TranslationModel(folder_.path());
    FAIL() << "there is no model";
  } catch (const TranslationError& error) {
    EXPECT_NE(std::string(error.what()).find("holds no model"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tfm
