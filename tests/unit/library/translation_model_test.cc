#include "library/translation_model.h"

#include <gtest/gtest.h>

#include <thread>

#include "../decoding/toy_translator.h"
#include "../file_testing.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/weights.h"
#include "core/files.h"
#include "weights/model_files.h"

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
    save_model_folder(model_, named_weights(*testing::toy_transformer(3)), config, tokenizers.fingerprint(),
                      [&](const std::filesystem::path& folder) { tokenizers.save(folder); });
  }

  ScratchFolder folder_;
  std::filesystem::path model_ = folder_.path() / "model";
};

template <typename Work>
std::string error_of(const Work& work) {
  try {
    work();
  } catch (const TranslationError& error) {
    return error.what();
  }
  return "";
}

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
  EXPECT_EQ(error_of([&] { TranslationModel(model_, {.decoding = {{"patience", "0"}}}); }),
            "decoding: 1 problem\n  /patience: must be a number > 0 and <= 100, got 0");
  EXPECT_EQ(
      error_of([&] { TranslationModel(model_, {.decoding = {{"beam_size", "3"}, {"sampling", "true"}}}); }),
      "decoding: 1 problem\n  /beam_size: is for beam search, and sampling is on; leave it out, or turn sampling off");
}

TEST_F(TranslationModelTest, OneThatWasMovedFromSaysSo) {
  TranslationModel first(model_);
  const TranslationModel second = std::move(first);
  EXPECT_EQ(second.translate({"red cat"}).size(), 1U);
  EXPECT_NE(error_of([&] { first.translate({"red cat"}); }).find("was moved from"), std::string::npos);
}

// The sizes of all weights stay the same.
TEST_F(TranslationModelTest, AConfigOfAnotherModelIsRefused) {
  const auto file = model_ / "config.json";
  auto text = read_file(file);
  const std::string heads = "\"num_heads\": 4";
  const auto place = text.find(heads);
  ASSERT_NE(place, std::string::npos) << text;
  write_file(file, text.replace(place, heads.size(), "\"num_heads\": 2"));
  const auto error = error_of([&] { TranslationModel{model_}; });
  EXPECT_NE(error.find("/model/num_heads: 4, now 2"), std::string::npos) << error;
}

TEST_F(TranslationModelTest, WhatIsNoModelIsSaid) {
  const auto error = error_of([&] { TranslationModel(folder_.path()); });
  EXPECT_NE(error.find("holds no model"), std::string::npos) << error;
}

}  // namespace
}  // namespace tfm
