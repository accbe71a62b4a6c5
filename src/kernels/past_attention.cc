#include "kernels/past_attention.h"

#include <algorithm>
#include <cmath>

#include "kernels/lanes.h"

namespace tfm {
namespace {

TFM_INLINE float dot_product(const float* a, const float* b, int64_t count) {
  Lanes sums{};
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) sums += load(a + i) * load(b + i);
  float sum = sum_of(sums);
  for (int64_t i = whole; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// weights = e^(score - greatest score), and their sum
TFM_INLINE float exponentials(float* scores, int64_t count) {
  constexpr float kLeast = -3.0e38F;
  const float most = *std::max_element(scores, scores + count);
  std::fill(scores + count, scores + round_up_to_lanes(count), kLeast);
  Lanes sums{};
  for (int64_t i = 0; i < count; i += kLanes) {
    const Lanes weights = exponential(load(scores + i) - most);
    store(scores + i, weights);
    sums += weights;
  }
  return sum_of(sums);
}

// to = sum of weights[i] * values[i] / total
TFM_INLINE void mix(const float* weights, float total, std::span<const float* const> values, int64_t first,
                    int64_t count, float* to) {
  const float scale = 1.0F / total;
  int64_t c = 0;
  for (; c + kLanes <= count; c += kLanes) {
    Lanes sums{};
    for (std::size_t i = 0; i < values.size(); ++i) sums += weights[i] * load(values[i] + first + c);
    store(to + c, sums * scale);
  }
  for (; c < count; ++c) {
    float sum = 0.0F;
    for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i][first + c];
    to[c] = sum * scale;
  }
}

}  // namespace

TFM_CLONES void attend_to_past(const PastHeads& shape, const float* query, std::span<const float* const> keys,
                               std::span<const float* const> values, float* scores, float* to) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.head_dim));
  const int64_t group = shape.heads / shape.kv_heads;
  for (int64_t head = 0; head < shape.heads; ++head) {
    const int64_t first = head / group * shape.head_dim;
    const float* head_query = query + head * shape.head_dim;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      scores[i] = scale * dot_product(head_query, keys[i] + first, shape.head_dim);
    }
    const float total = exponentials(scores, static_cast<int64_t>(keys.size()));
    mix(scores, total, values, first, shape.head_dim, to + head * shape.head_dim);
  }
}

}  // namespace tfm
