#include "data/packed_links.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

const Alignment kPackedLinks = {{0, 0}, {300, 0}, {1, 127}, {99'999, 128}, {2, 90'000}};
constexpr PairLengths kLengths{.source = 100'000, .target = 100'000};

std::string packed(const Alignment& links) {
  std::vector<char> bytes;
  pack_links(links, bytes);
  return {bytes.begin(), bytes.end()};
}

TEST(PackedLinks, AreGivenBack) {
  Alignment links = {{7, 7}};  // stays in front
  ASSERT_TRUE(unpack_links(packed(kPackedLinks), kLengths, links));
  Alignment expected = {{7, 7}};
  expected.insert(expected.end(), kPackedLinks.begin(), kPackedLinks.end());
  EXPECT_EQ(links, expected);
  EXPECT_EQ(packed({}), "");
}

TEST(PackedLinks, TakeTwoBytesInUsualSentences) { EXPECT_EQ(packed({{0, 0}, {5, 3}, {100, 90}}).size(), 6U); }

TEST(PackedLinks, RefuseWhatLinksNothingThatIsThere) {
  Alignment links;
  EXPECT_FALSE(unpack_links(packed({{3, 0}}), {.source = 3, .target = 9}, links));
  EXPECT_FALSE(unpack_links(packed({{0, 4}, {0, 9}}), {.source = 3, .target = 9}, links));
  EXPECT_FALSE(unpack_links(packed(kPackedLinks).substr(0, 1), kLengths, links));
  EXPECT_FALSE(unpack_links(std::string(8, '\xFF'), kLengths, links));
}

}  // namespace
}  // namespace tfm
