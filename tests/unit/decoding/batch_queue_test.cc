#include "decoding/batch_queue.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

using Sizes = std::vector<int64_t>;

Sizes sizes_of_rest(BatchQueue& queue) {
  Sizes sizes;
  while (const auto batch = queue.next()) sizes.push_back(batch->size());
  return sizes;
}

TEST(BatchQueue, ABatchsFirstItemDecidesHowManyFit) {
  BatchQueue queue({9, 6, 5, 5, 2, 1, 1, 1}, {.items = 4, .positions = 12});
  EXPECT_EQ(sizes_of_rest(queue), (Sizes{1, 2, 2, 3}));
  EXPECT_FALSE(queue.next());
}

TEST(BatchQueue, WhatIsTooLongGoesAlone) {
  BatchQueue queue({90, 80, 3}, {.items = 64, .positions = 12});
  EXPECT_EQ(sizes_of_rest(queue), (Sizes{1, 1, 1}));
}

TEST(BatchQueue, WhatIsGivenBackComesInHalves) {
  BatchQueue queue({4, 4, 4, 4, 4, 4}, {.items = 64, .positions = 16});
  const auto first = queue.next();
  ASSERT_EQ(first->size(), 4);
  queue.give_back(*first);
  EXPECT_EQ(queue.most_positions(), 8);
  const auto again = queue.next();
  EXPECT_EQ(again->begin, first->begin);
  EXPECT_EQ(again->size(), 2);
  EXPECT_EQ(sizes_of_rest(queue), (Sizes{2, 2}));
}

TEST(BatchQueue, StopsAndMayBeEmpty) {
  BatchQueue queue({1, 1}, {.items = 1, .positions = 1}), empty({}, {.items = 1, .positions = 1});
  queue.stop();
  EXPECT_FALSE(queue.next());
  EXPECT_FALSE(empty.next());
}

}  // namespace
}  // namespace tfm
