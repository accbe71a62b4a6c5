#include "kernels/lanes.h"

#include <c10/util/BFloat16.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tfm {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

float exponential_of(float x) {
  float result[kLanes];
  store(result, exponential(all_lanes(x)));
  return result[0];
}

Bfloat16 rounded(float x) {
  Bfloat16 result[kLanes];
  store(result, all_lanes(x));
  return result[kLanes - 1];
}

TEST(Lanes, ExponentialIsNearTheRealOne) {
  for (double x = -87.2; x <= 88.0; x += 0.0137) {
    const auto given = static_cast<float>(x);
    const double expected = std::exp(static_cast<double>(given));
    EXPECT_NEAR(exponential_of(given) / expected, 1.0, 3e-7) << x;  // two units in the last place of float32
  }
  EXPECT_EQ(exponential_of(0.0F), 1.0F);
}

TEST(Lanes, ExponentialEndsInZeroAndKeepsNan) {
  for (const float x : {-88.0F, -1000.0F, -3e38F, -kInfinite}) EXPECT_EQ(exponential_of(x), 0.0F) << x;
  EXPECT_TRUE(std::isnan(exponential_of(kNotANumber)));
}

TEST(Lanes, LogarithmIsNearTheRealOne) {
  for (float x = 1.2e-38F; x < 3e38F; x *= 1.0137F) {
    float result[kLanes];
    store(result, logarithm(all_lanes(x)));
    const double expected = std::log(static_cast<double>(x));
    EXPECT_NEAR(result[0], expected, 2e-7 * std::max(1.0, std::abs(expected))) << x;
  }
  float one[kLanes];
  store(one, logarithm(all_lanes(1.0F)));
  EXPECT_EQ(one[0], 0.0F);
}

// The library's own conversion is the reference; the ties are those between two neighbours.
TEST(Lanes, Bfloat16IsRoundedAsTheLibraryRounds) {
  for (uint32_t bits = 0; bits < 0xFFFF0000U; bits += 0x7FFF) {
    float x = 0.0F;
    std::memcpy(&x, &bits, sizeof x);
    if (std::isnan(x)) continue;
    ASSERT_EQ(rounded(x).bits, c10::BFloat16(x).x) << x;
    ASSERT_EQ(Bfloat16(x).bits, c10::BFloat16(x).x) << x;
  }
  EXPECT_EQ(rounded(1.00390625F).bits, c10::BFloat16(1.0F).x);  // a tie goes to the even one
  EXPECT_EQ(rounded(1.01171875F).bits, c10::BFloat16(1.015625F).x);
  EXPECT_EQ(rounded(kInfinite).bits, c10::BFloat16(kInfinite).x);
  EXPECT_TRUE(std::isnan(static_cast<float>(rounded(kNotANumber))));
  EXPECT_EQ(static_cast<float>(rounded(3.4e38F)), kInfinite);
}

TEST(Lanes, SomeOfThemAreReadAndWrittenAlone) {
  std::vector<float> numbers(5, 2.0F);  // reading beyond it is what the sanitizer looks for
  EXPECT_EQ(sum_of(load_some(numbers.data(), 5, 1.0F)), 5 * 2.0F + static_cast<float>(kLanes - 5) * 1.0F);
  store_some(numbers.data(), all_lanes(3.0F), 4);
  EXPECT_EQ(numbers, (std::vector<float>{3.0F, 3.0F, 3.0F, 3.0F, 2.0F}));
}

TEST(Lanes, SumAndLargestCountEachOfThem) {
  for (int64_t place = 0; place < kLanes; ++place) {
    float numbers[kLanes] = {};
    numbers[place] = 4.0F;
    EXPECT_EQ(sum_of(load(numbers)), 4.0F);
    EXPECT_EQ(largest_of(load(numbers)), 4.0F);
  }
}

}  // namespace
}  // namespace tfm
