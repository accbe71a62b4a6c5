#include "config/spelling.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(EditDistance, CountsEachKindOfSlipOnce) {
  EXPECT_EQ(edit_distance("d_model", "d_model"), 0U);
  EXPECT_EQ(edit_distance("d_mdel", "d_model"), 1U);    // left out
  EXPECT_EQ(edit_distance("d_moodel", "d_model"), 1U);  // put in
  EXPECT_EQ(edit_distance("d_nodel", "d_model"), 1U);   // replaced
  EXPECT_EQ(edit_distance("d_modle", "d_model"), 1U);   // exchanged
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
}

TEST(Nearest, PrefersTheFewestEdits) {
  EXPECT_EQ(nearest("save_evry", {"log_every", "save_every", "validate_every"}), "save_every");
  EXPECT_EQ(nearest("bb", {"ab", "cb"}), "ab");
}

TEST(Nearest, IsNothingWhenNoNameIsNear) {
  EXPECT_EQ(nearest("lr", {"seed", "learning_rate"}), std::nullopt);
  EXPECT_EQ(nearest("abcdef", {"abcxyz"}), std::nullopt);
  EXPECT_EQ(nearest("abcdef", {"abcdxy"}), "abcdxy");
  EXPECT_EQ(nearest(std::string(1'000'000, 'a'), {"seed"}), std::nullopt);
}

}  // namespace
}  // namespace tfm
