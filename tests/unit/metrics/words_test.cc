#include "metrics/words.h"

#include <gtest/gtest.h>

namespace tfm::metrics {
namespace {

TEST(WordNames, GiveTheSameWordTheSameNumber) {
  WordNames names;
  EXPECT_EQ(names.name(U"中文"), names.name(U"中文"));
  EXPECT_EQ(names.names({U"a", U"b", U"a"}),
            (std::vector<uint32_t>{names.name(U"a"), names.name(U"b"), names.name(U"a")}));
}

TEST(WordNames, TellPrefixesAndOtherOrdersApart) {
  WordNames names;
  const auto numbers = names.names({U"ab", U"a", U"b", U"ba", U"abb", U"aab"});
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(numbers[i], numbers[j]) << i << " " << j;
  }
}

TEST(WordNames, KnowTheWordOfNulCharacters) {
  WordNames names;
  EXPECT_NE(names.name({U"\0", 1}), names.name({U"\0\0", 2}));
  EXPECT_NE(names.name({U"\0", 1}), names.name(U"a"));
}

}  // namespace
}  // namespace tfm::metrics
