#include "kernels/element_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace tfm {
namespace {

// Small whole numbers: every sum is exact, in bfloat16 as well.
template <typename T>
std::vector<T> counting(int64_t count, float first) {
  std::vector<T> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<T>(first + static_cast<float>(i % 5)));
  return numbers;
}

template <typename T>
void expect_scaled_sum(int64_t count) {
  const auto one = counting<T>(count, 1.0F), other = counting<T>(count, 7.0F);
  const std::vector<const T*> both{one.data(), other.data()}, first{one.data()};
  std::vector<float> sum(static_cast<std::size_t>(count), 100.0F);
  scaled_sum(std::span<const T* const>(both), 0.5F, /*add=*/false, count, sum.data());
  for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_EQ(sum[i], 4.0F + static_cast<float>(i % 5)) << i;
  scaled_sum(std::span<const T* const>(first), 2.0F, /*add=*/true, count, sum.data());
  for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_EQ(sum[i], 6.0F + 3.0F * static_cast<float>(i % 5)) << i;
}

TEST(ScaledSum, IsSetOrAddedForAnyNumberOfElements) {
  for (const int64_t count : {1, 7, 8, 9, 64, 67}) {
    expect_scaled_sum<float>(count);
    expect_scaled_sum<Bfloat16>(count);
  }
}

TEST(ScaledSum, MayBeWrittenOverATerm) {
  auto sum = counting<float>(19, 1.0F);
  const auto other = counting<float>(19, 2.0F);
  const std::vector<const float*> terms{sum.data(), other.data()};
  scaled_sum(std::span<const float* const>(terms), 1.0F, /*add=*/false, 19, sum.data());
  for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_EQ(sum[i], 3.0F + 2.0F * static_cast<float>(i % 5)) << i;
}

}  // namespace
}  // namespace tfm
