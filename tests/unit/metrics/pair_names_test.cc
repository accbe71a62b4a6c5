#include "metrics/pair_names.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace tfm::metrics {
namespace {

TEST(PairNames, GivesEqualPairsOneNameAndCountsUpFromOne) {
  PairNames names;
  EXPECT_EQ(names.name(5, 6), 1U);
  EXPECT_EQ(names.name(6, 5), 2U);
  EXPECT_EQ(names.name(5, 6), 1U);
  EXPECT_EQ(names.size(), 2U);
}

TEST(PairNames, FindsOnlyWhatHasAName) {
  PairNames names;
  names.name(5, 6);
  EXPECT_EQ(names.find(5, 6), 1U);
  EXPECT_EQ(names.find(6, 5), PairNames::kNone);
  EXPECT_EQ(names.size(), 1U);
}

TEST(PairNames, KnowsThePairOfZeros) {
  PairNames names;
  EXPECT_EQ(names.find(0, 0), PairNames::kNone);
  EXPECT_EQ(names.name(0, 0), 1U);
  EXPECT_EQ(names.find(0, 0), 1U);
}

TEST(PairNames, ForgetsAllPairsWhenCleared) {
  PairNames names;
  names.name(1, 2);
  names.clear();
  EXPECT_EQ(names.find(1, 2), PairNames::kNone);
  EXPECT_EQ(names.size(), 0U);
  EXPECT_EQ(names.name(3, 4), 1U);
}

// Many more pairs than the first table holds, in several rounds.
TEST(PairNames, AgreesWithAMapAsItGrows) {
  std::mt19937 random(1);
  PairNames names;
  for (int round = 0; round < 3; ++round) {
    names.clear();
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> expected;
    for (int i = 0; i < 20000; ++i) {
      const auto first = static_cast<uint32_t>(random() % 100), second = static_cast<uint32_t>(random() % 100) << 20;
      const auto next = static_cast<uint32_t>(expected.size() + 1);
      const auto known = expected.try_emplace({first, second}, next).first->second;
      ASSERT_EQ(names.name(first, second), known);
    }
    for (const auto& [pair, name] : expected) ASSERT_EQ(names.find(pair.first, pair.second), name);
    EXPECT_EQ(names.size(), expected.size());
  }
}

}  // namespace
}  // namespace tfm::metrics
