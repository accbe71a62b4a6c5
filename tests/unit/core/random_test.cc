#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace tfm {
namespace {

struct KnownAnswer {
  PhiloxBlock counter;
  PhiloxKey key;
  PhiloxBlock expected;
};

// "philox4x32 10" in tests/kat_vectors of Random123, the authors' own implementation.
TEST(Philox, GivesThePublishedAnswers) {
  const KnownAnswer answers[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const auto& [counter, key, expected] : answers) EXPECT_EQ(philox4x32(key, counter), expected);
}

TEST(Philox, SplitsAKeyLowWordFirst) { EXPECT_EQ(philox_key(0x1111111122222222), (PhiloxKey{0x22222222, 0x11111111})); }

// The value is that of Python's xxhash 4.1.0: xxh3_64_intdigest(struct.pack("<QQQQ", 2, 1, 3, 4) + b"dropout").
TEST(StreamKey, IsTheDocumentedHash) { EXPECT_EQ(stream_key(1, "dropout", {3, 4}), 0x8d50201f68c1b6bd); }

TEST(StreamKey, DiffersInEveryArgument) {
  const std::set<uint64_t> keys{
      stream_key(1, "shuffle", {0}),    stream_key(2, "shuffle", {0}),    stream_key(1, "dropout", {0}),
      stream_key(1, "shuffle", {1}),    stream_key(1, "shuffle", {}),     stream_key(1, "shuffle", {0, 0}),
      stream_key(1, "shuffle", {0, 1}), stream_key(1, "shuffle", {1, 0}), stream_key(0, "shuffle", {1}),
  };
  EXPECT_EQ(keys.size(), 9u);
}

TEST(RandomStream, ReadsPhiloxWordByWord) {
  constexpr uint64_t kKey = 0x0123456789abcdef;
  RandomStream stream(kKey);
  for (uint32_t block = 0; block < 3; ++block) {
    for (const uint32_t word : philox4x32(philox_key(kKey), {block, 0, 0, 0})) EXPECT_EQ(stream.next_u32(), word);
  }
}

TEST(RandomStream, DrawsTheSameAgainFromACopy) {
  RandomStream stream(7);
  stream.next_u32();
  RandomStream copy = stream;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(stream.next_u32(), copy.next_u32());
}

TEST(RandomStream, GivesEveryNumberBelowNEquallyOften) {
  constexpr uint64_t kNumbers = 6;
  constexpr int kDraws = 60000;
  RandomStream stream(1);
  std::array<int, kNumbers> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts.at(stream.below(kNumbers));
  double chi_squared = 0;
  for (const int count : counts) chi_squared += std::pow(count - 10000.0, 2) / 10000.0;
  EXPECT_LT(chi_squared, 20.5);  // exceeded by a fair die of six faces once in a thousand; the stream is fixed
}

// Where n doesn't divide 2^64, numbers that come from a short last interval must be drawn again. With n = 3 * 2^62 a
// plain product would give every third number (0, 3, 6 ...) half of all draws.
TEST(RandomStream, DrawsAgainWhatWouldComeTooOften) {
  RandomStream stream(2);
  int third = 0;
  for (int i = 0; i < 30000; ++i) third += stream.below(uint64_t{3} << 62) % 3 == 0;
  EXPECT_NEAR(third, 10000, 330);  // four standard deviations
}

TEST(RandomStream, HasOnlyZeroBelowOne) {
  RandomStream stream(3);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(stream.below(1), 0u);
}

TEST(RandomStream, IsUniformFromZeroToOne) {
  RandomStream stream(4);
  double sum = 0, squares = 0, least = 1, greatest = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = stream.uniform();
    sum += value;
    squares += value * value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  EXPECT_NEAR(sum / kDraws, 1.0 / 2, 0.004);      // four standard deviations
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, 0.004);  // as above
  EXPECT_GE(least, 0.0);
  EXPECT_LT(least, 0.001);
  EXPECT_LT(greatest, 1.0);
  EXPECT_GT(greatest, 0.999);
}

TEST(Permutation, HoldsEveryNumberOnce) {
  std::vector<int64_t> order = permutation(1000, RandomStream(5));
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  std::vector<int64_t> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(Permutation, MakesEveryOrderEquallyOften) {
  std::map<std::vector<int64_t>, int> counts;
  constexpr uint64_t kDraws = 24000;
  for (uint64_t seed = 0; seed < kDraws; ++seed)
    ++counts[permutation(4, RandomStream(stream_key(seed, "shuffle", {})))];
  ASSERT_EQ(counts.size(), 24u);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 130);  // four standard deviations
}

TEST(Permutation, OfNothingIsEmpty) {
  EXPECT_TRUE(permutation(0, RandomStream(6)).empty());
  EXPECT_EQ(permutation(1, RandomStream(6)), std::vector<int64_t>{0});
}

}  // namespace
}  // namespace tfm
