#include "analysis/repeated_outputs.h"

#include <gtest/gtest.h>

namespace tfm::analysis {
namespace {

using Lines = std::vector<std::string>;

TEST(RepeatedOutputs, CountsEmptyOutputsThatShouldNotBe) {
  const auto found = repeated_outputs({"", "\u3000", "", "a"}, {{"x"}, {"", "x"}, {" "}, {"x"}}, {});
  EXPECT_EQ(found.empty, 2);
  EXPECT_EQ(found.first_empty, (std::vector<std::size_t>{0, 1}));
}

TEST(RepeatedOutputs, CountsCopiesOfTheSourceThatNoReferenceIs) {
  const auto found = repeated_outputs({"Bonn", "GPU", "c"}, {{"波恩"}, {"图", "GPU"}, {"d"}}, {"Bonn", "GPU", "C"});
  EXPECT_EQ(found.copies, 1);
  EXPECT_EQ(found.first_copies, (std::vector<std::size_t>{0}));
}

TEST(RepeatedOutputs, CountsTheSameOutputForDifferentSources) {
  const Lines outputs = {"是", "是", "是", "不", "不", "好"};
  const auto found = repeated_outputs(outputs, single_references(outputs), {"yes", "yeah", "yes", "no", "no", "good"});
  EXPECT_EQ(found.shared, 3);
  ASSERT_EQ(found.clearest.size(), 1U);
  EXPECT_EQ(found.clearest[0].segment, 0U);
  EXPECT_EQ(found.clearest[0].segments, 3);
  EXPECT_EQ(found.clearest[0].inputs, 2);
}

TEST(RepeatedOutputs, TakesReferencesForUnknownSources) {
  const auto found = repeated_outputs({"a", "a", "b", "b"}, {{"x"}, {"y"}, {"z"}, {"z"}}, {});
  EXPECT_EQ(found.shared, 2);
  EXPECT_EQ(found.copies, 0);
}

}  // namespace
}  // namespace tfm::analysis
