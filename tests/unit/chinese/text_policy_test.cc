#include "chinese/text_policy.h"

#include <gtest/gtest.h>

#include <thread>

#include "../file_testing.h"
#include "chinese/han_script.h"
#include "chinese_testing.h"

namespace tfm {
namespace {

using namespace std::string_literals;

ChinesePolicy everything(Punctuation punctuation, HanLatinSpacing han_latin) {
  return {.conversion = {}, .punctuation = punctuation, .remove_han_spaces = true, .han_latin = han_latin};
}

TEST(ChineseNormalizer, DoesWhatThePolicySays) {
  const ChineseNormalizer normalize({.conversion = "t2s",
                                     .punctuation = Punctuation::kFull,
                                     .remove_han_spaces = true,
                                     .han_latin = HanLatinSpacing::kSpace});
  EXPECT_EQ(normalize("我 用GPU訓練 模型 ,很 快 ."), "我用 GPU 训练模型，很快。");
  EXPECT_FALSE(normalize.changes_nothing());
}

TEST(ChineseNormalizer, ChangesNothingByDefault) {
  const ChineseNormalizer normalize{ChinesePolicy{}};
  EXPECT_TRUE(normalize.changes_nothing());
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 1000; ++round) {
    const std::string line = random_line(random);
    EXPECT_EQ(normalize(line), line);
  }
}

TEST(ChineseNormalizer, ChangesSomethingWithAnyOneSetting) {
  EXPECT_FALSE(ChineseNormalizer({.conversion = "s2t"}).changes_nothing());
  EXPECT_FALSE(ChineseNormalizer({.punctuation = Punctuation::kAscii}).changes_nothing());
  EXPECT_FALSE(ChineseNormalizer({.remove_han_spaces = true}).changes_nothing());
  EXPECT_FALSE(ChineseNormalizer({.han_latin = HanLatinSpacing::kNone}).changes_nothing());
}

TEST(ChineseNormalizer, RefusesAnUnknownConversion) {
  EXPECT_NE(error_message([] { ChineseNormalizer normalize({.conversion = "zh2en"}); }).find("\"zh2en\""),
            std::string::npos);
}

TEST(ChineseNormalizer, ChangesNothingTheSecondTime) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (const auto punctuation : {Punctuation::kKeep, Punctuation::kFull, Punctuation::kAscii}) {
    for (const auto han_latin : {HanLatinSpacing::kKeep, HanLatinSpacing::kSpace, HanLatinSpacing::kNone}) {
      const ChineseNormalizer normalize(everything(punctuation, han_latin));
      for (int round = 0; round < 10000; ++round) {
        const std::string line = random_line(random), once = normalize(line);
        ASSERT_EQ(normalize(once), once) << line;
        ASSERT_FALSE(has_line_break(once)) << line;
        ASSERT_EQ(count_han(once), count_han(line)) << line;
      }
    }
  }
}

TEST(ChineseNormalizer, LeavesLatinTextAlone) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  ChinesePolicy policy = everything(Punctuation::kFull, HanLatinSpacing::kSpace);
  policy.conversion = "s2t";
  const ChineseNormalizer normalize(policy);
  for (int round = 0; round < 500; ++round) {
    const std::string line = random_latin_line(random);
    ASSERT_EQ(normalize(line), line);
  }
}

TEST(ChineseNormalizer, GivesTheSameFromSeveralThreads) {
  ChinesePolicy policy = everything(Punctuation::kFull, HanLatinSpacing::kSpace);
  policy.conversion = "s2tw";
  const ChineseNormalizer normalize(policy);
  const std::string line = "我用GPU训练 模型 ,\"很快\".", expected = normalize(line);
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int& count : wrong) {
    threads.emplace_back([&] {
      for (int i = 0; i < 300; ++i) count += normalize(line) == expected ? 0 : 1;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace
}  // namespace tfm
