#include "core/hash.h"

#include <gtest/gtest.h>

#include <string>

namespace tfm {
namespace {

// Value of the xxHash library's own test for XXH3 of 64 bits over nothing.
TEST(Hash64, IsXxh3) { EXPECT_EQ(hash64(""), 0x2D06800538D394C2ULL); }

TEST(Hash64, DependsOnTheSeed) { EXPECT_NE(hash64("text", 0), hash64("text", 1)); }

TEST(RunningHash, IsThatOfTheWhole) {
  const std::string text(10'000, 'x');
  RunningHash hash;
  for (size_t at = 0; at < text.size(); at += 333) hash.add(std::string_view(text).substr(at, 333));
  EXPECT_EQ(hash.value(), hash64(text));
}

}  // namespace
}  // namespace tfm
