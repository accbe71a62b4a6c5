#include "kernels/cross_entropy_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/lanes.h"

namespace tfm {
namespace {

constexpr float kLeast = -std::numeric_limits<float>::infinity();

template <typename T>
TFM_INLINE float cross_entropy(T* logits, int64_t columns, const SmoothedTarget& target, bool gradient) {
  if (target.target < 0) {
    if (gradient) std::fill_n(logits, columns, T(0.0F));
    return 0.0F;
  }
  const int64_t whole = columns / kLanes * kLanes, rest = columns - whole;
  Lanes most = all_lanes(kLeast), sums{};
  for (int64_t c = 0; c < whole; c += kLanes) {
    const Lanes x = load(logits + c);
    most = larger(x, most);
    sums += x;
  }
  if (rest > 0) {
    most = larger(load_some(logits + whole, rest, kLeast), most);
    sums += load_some(logits + whole, rest);
  }
  const float maximum = largest_of(most);
  Lanes exponentials{};
  for (int64_t c = 0; c < whole; c += kLanes) exponentials += exponential(load(logits + c) - maximum);
  if (rest > 0) exponentials += exponential(load_some(logits + whole, rest, kLeast) - maximum);
  const float log_sum = maximum + std::log(sum_of(exponentials));
  const auto width = static_cast<float>(columns);
  const float of_target = static_cast<float>(logits[target.target]) - log_sum;
  const float of_all = sum_of(sums) / width - log_sum;
  const float loss = -(1.0F - target.smoothing) * of_target - target.smoothing * of_all;
  if (!gradient) return loss;
  const float each = target.smoothing / width;
  const float at_target = std::exp(of_target) - each - (1.0F - target.smoothing);
  for (int64_t c = 0; c < whole; c += kLanes) store(logits + c, exponential(load(logits + c) - log_sum) - each);
  if (rest > 0) store_some(logits + whole, exponential(load_some(logits + whole, rest) - log_sum) - each, rest);
  logits[target.target] = static_cast<T>(at_target);
  return loss;
}

}  // namespace

TFM_CLONES float cross_entropy_row(float* logits, int64_t columns, const SmoothedTarget& target, bool gradient) {
  return cross_entropy(logits, columns, target, gradient);
}

TFM_CLONES float cross_entropy_row(Bfloat16* logits, int64_t columns, const SmoothedTarget& target, bool gradient) {
  return cross_entropy(logits, columns, target, gradient);
}

}  // namespace tfm
