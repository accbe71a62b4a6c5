#include "cleaning/duplicate_filter.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tfm {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

uint64_t number_hash(uint64_t number) { return stream_key(7, "hash", {number}); }

TEST(DuplicateFilter, SeesWhatCameBeforeThroughAllItsTables) {
  DuplicateFilter filter(64 * kMiB);
  constexpr uint64_t kCount = 1'000'000;
  int64_t false_alarms = 0;
  for (uint64_t i = 0; i < kCount; ++i) false_alarms += filter.seen(number_hash(i)) ? 1 : 0;
  EXPECT_LE(false_alarms, 1);  // about 2^-29 for each table and hash
  for (uint64_t i = 0; i < kCount; ++i) ASSERT_TRUE(filter.seen(number_hash(i))) << i;
  EXPECT_EQ(filter.forgotten(), 0);
  EXPECT_LE(filter.bytes(), kCount * 9);  // 4 to 8 bytes a hash, and the first tables
}

TEST(DuplicateFilter, KeepsToItsMemoryAndCountsWhatItForgets) {
  DuplicateFilter filter(kMiB);
  for (uint64_t i = 0; i < 500'000; ++i) filter.seen(number_hash(i));
  EXPECT_LE(filter.bytes(), kMiB);
  EXPECT_GT(filter.forgotten(), 200'000);
  EXPECT_TRUE(filter.seen(number_hash(3)));  // what it remembers stays
}

TEST(DuplicateFilter, WithoutMemoryFindsNothing) {
  DuplicateFilter filter(0);
  EXPECT_FALSE(filter.seen(1));
  EXPECT_FALSE(filter.seen(1));
  EXPECT_EQ(filter.forgotten(), 2);
}

}  // namespace
}  // namespace tfm
