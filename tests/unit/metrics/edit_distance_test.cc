#include "metrics/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace tfm::metrics {
namespace {

using Items = std::vector<uint32_t>;

// By the definition: the last items are equal, or one of them is removed, added or replaced.
int64_t by_definition(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  if (a.empty() || b.empty()) return std::ssize(a) + std::ssize(b);
  const auto less_a = a.first(a.size() - 1), less_b = b.first(b.size() - 1);
  if (a.back() == b.back()) return by_definition(less_a, less_b);
  return 1 + std::min({by_definition(less_a, less_b), by_definition(less_a, b), by_definition(a, less_b)});
}

void for_each_random_pair(const std::function<void(const Items&, const Items&)>& check) {
  std::mt19937 random(1);
  const auto items = [&] {
    Items result(random() % 7);
    std::ranges::generate(result, [&] { return random() % 3; });
    return result;
  };
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    check(items(), items());
  }
}

TEST(EditDistance, CountsInsertionsDeletionsAndSubstitutions) {
  EXPECT_EQ(edit_distance(Items{1, 2, 3}, Items{1, 2, 3}), 0);
  EXPECT_EQ(edit_distance(Items{1, 2, 3}, Items{1, 9, 3}), 1);
  EXPECT_EQ(edit_distance(Items{1, 2, 3}, Items{2, 3, 4}), 2);
  EXPECT_EQ(edit_distance(Items{}, Items{1, 2}), 2);
  EXPECT_EQ(edit_distance(Items{1, 2}, Items{}), 2);
  EXPECT_EQ(edit_distance(Items{}, Items{}), 0);
}

TEST(EditDistance, AgreesWithItsDefinition) {
  for_each_random_pair([](const Items& a, const Items& b) { EXPECT_EQ(edit_distance(a, b), by_definition(a, b)); });
}

TEST(EditSteps, LeadFromOneTextToTheOtherInAsManyEditsAsTheDistance) {
  for_each_random_pair([](const Items& a, const Items& b) {
    std::size_t i = 0, j = 0;
    int64_t edits = 0;
    for (const EditKind step : edit_steps(a, b)) {
      EXPECT_TRUE(step != EditKind::kSame || a.at(i) == b.at(j));
      if (step != EditKind::kSame) ++edits;
      if (step != EditKind::kAdded) ++i;
      if (step != EditKind::kRemoved) ++j;
    }
    EXPECT_EQ(i, a.size());
    EXPECT_EQ(j, b.size());
    EXPECT_EQ(edits, edit_distance(a, b));
  });
}

TEST(EditSteps, NameEachKind) {
  using enum EditKind;
  EXPECT_EQ(edit_steps(Items{1, 2, 3}, Items{1, 9, 3}), (std::vector{kSame, kReplaced, kSame}));
  EXPECT_EQ(edit_steps(Items{1, 2}, Items{2}), (std::vector{kRemoved, kSame}));
  EXPECT_EQ(edit_steps(Items{2}, Items{2, 1}), (std::vector{kSame, kAdded}));
}

}  // namespace
}  // namespace tfm::metrics
