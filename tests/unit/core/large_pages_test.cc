#include "core/large_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tfm {
namespace {

TEST(LargePages, GiveEachItsOwnMemory) {
  std::vector<std::shared_ptr<int32_t[]>> pieces;
  const std::vector<int64_t> counts{1, 17, 0, 3'000'000, 9'000'000, 5, 20'000'000};  // up to more than a block
  {
    LargePages pages;
    for (const int64_t count : counts) pieces.push_back(pages.take<int32_t>(count));
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pieces[i].get()) % 64, 0U);
    std::fill_n(pieces[i].get(), counts[i], static_cast<int32_t>(i));
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_TRUE(std::all_of(pieces[i].get(), pieces[i].get() + counts[i],
                            [&](int32_t x) { return x == static_cast<int32_t>(i); }));
  }
}

}  // namespace
}  // namespace tfm
