#include "text/pharaoh.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(Pharaoh, IsReadAndWritten) {
  const Alignment links = {{0, 0}, {1, 2}, {12, 345}};
  EXPECT_EQ(pharaoh(links), "0-0 1-2 12-345");
  EXPECT_EQ(parse_pharaoh(pharaoh(links)), links);
  EXPECT_EQ(parse_pharaoh("\t0-0  1-2 12-345 \r"), links);
}

TEST(Pharaoh, MayLinkNothing) {
  EXPECT_EQ(parse_pharaoh(""), Alignment{});
  EXPECT_EQ(parse_pharaoh(" \t"), Alignment{});
}

TEST(Pharaoh, IsNothingElse) {
  for (const char* line : {"0", "0-", "-0", "0-0-0", "0:1", "0 - 1", "a-b", "0-1,1-2", "-1-0", "0--1", "+0-1", "0-1x",
                           "0-99999999999", "你-好", "0-0 1"}) {
    EXPECT_EQ(parse_pharaoh(line), std::nullopt) << line;
  }
}

}  // namespace
}  // namespace tfm
