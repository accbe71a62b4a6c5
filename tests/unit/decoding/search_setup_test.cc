#include "decoding/search_setup.h"

#include <gtest/gtest.h>

#include <limits>

#include "toy_translator.h"

namespace tfm {
namespace {

constexpr int64_t kManyPositions = std::numeric_limits<int64_t>::max();

SentenceTask task_of(const DecodingConfig& config, int64_t source_pieces, std::vector<int32_t> prefix = {},
                     int64_t most_positions = kManyPositions) {
  return sentence_task(config, source_pieces, most_positions, 0, std::move(prefix));
}

TEST(SentenceTask, LimitsGrowWithTheSourceAndEndAtMaxLengthAndTheModelsPlaces) {
  DecodingConfig config;
  config.max_length_ratio = 1.5;
  config.max_length_extra = 3;
  EXPECT_EQ(task_of(config, 5).most_tokens, 11);  // 7.5 is 8
  EXPECT_EQ(task_of(config, 5, {}, 10).most_tokens, 10);
  config.max_length = 9;
  EXPECT_EQ(task_of(config, 5).most_tokens, 9);
  EXPECT_EQ(task_of(config, 2).most_tokens, 6);
  config.max_length_ratio = 0;
  config.max_length_extra = 0;
  EXPECT_EQ(task_of(config, 5).most_tokens, 1);
}

TEST(SentenceTask, ThereIsRoomForAPrefixAndAnEndMark) {
  DecodingConfig config;
  config.max_length_ratio = 0;
  config.max_length_extra = 2;
  EXPECT_EQ(task_of(config, 5, {7, 8, 9}).most_tokens, 4);
  EXPECT_EQ(task_of(config, 5, {7, 8, 9}, 3).most_tokens, 3);
}

TEST(SentenceTask, TheLeastLengthLeavesRoomForAnEndMark) {
  DecodingConfig config;
  config.max_length_extra = 0;
  EXPECT_EQ(task_of(config, 5).least_pieces, 1);
  config.min_length = 4;
  EXPECT_EQ(task_of(config, 5).least_pieces, 4);
  config.min_length_ratio = 1.1;
  EXPECT_EQ(task_of(config, 5).least_pieces, 6);
  config.min_length_ratio = 7;
  EXPECT_EQ(task_of(config, 5).least_pieces, 9);
}

TEST(MostTranslations, AreWhatABeamMayEndWith) {
  DecodingConfig config;
  config.beam_size = 4;
  EXPECT_EQ(most_translations(config), 4);
  config.patience = 2.5;
  EXPECT_EQ(most_translations(config), 10);
  config.sampling = true;
  EXPECT_GT(most_translations(config), 1000);
}

TEST(SilentTokens, AreTheMarksAndTheBareWordBoundary) {
  const auto& tokenizer = *testing::toy_vocabulary().target;
  const auto silent = silent_tokens(tokenizer);
  ASSERT_EQ(std::ssize(silent), tokenizer.vocab_size());
  for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) {
    const auto piece = tokenizer.piece(id);
    const bool is_mark = piece == "<s>" || piece == "</s>" || piece == "<pad>" || piece == "<unk>";
    EXPECT_EQ(silent[static_cast<std::size_t>(id)], is_mark || piece == "\u2581") << piece;
  }
  EXPECT_TRUE(tokenizer.has_piece("\u2581"));
}

}  // namespace
}  // namespace tfm
