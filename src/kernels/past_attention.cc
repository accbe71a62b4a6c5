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

// tanh(x) = 1 - 2 / (e^2x + 1)
TFM_INLINE Lanes hyperbolic_tangent(const Lanes& x) {
  constexpr float kMost = 20.0F;  // beyond, it is 1 in float32
  const Lanes cut = x > kMost ? all_lanes(kMost) : x;
  return 1.0F - 2.0F / (exponential(cut + cut) + 1.0F);
}

// Of one head.
TFM_INLINE float additive_score(const AdditiveParameters& of, const float* query, const float* key, int64_t head_dim) {
  Lanes sums{};
  const int64_t whole = head_dim / kLanes * kLanes, rest = head_dim - whole;
  for (int64_t i = 0; i < whole; i += kLanes) {
    sums += load(of.weight + i) * hyperbolic_tangent(load(query + i) + load(key + i) + load(of.bias + i));
  }
  if (rest > 0) {
    const Lanes sum = load_some(query + whole, rest) + load_some(key + whole, rest) + load_some(of.bias + whole, rest);
    sums += load_some(of.weight + whole, rest) * hyperbolic_tangent(sum);
  }
  return sum_of(sums);
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

TFM_CLONES void attend_to_past(const PastHeads& shape, const float* query, const PastRows& past, float* scores,
                               float* to, float* weights) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.head_dim));
  const int64_t group = shape.heads / shape.kv_heads, count = std::ssize(past.keys);
  for (int64_t head = 0; head < shape.heads; ++head) {
    const int64_t first = head / group * shape.head_dim, own = head * shape.head_dim;
    if (shape.additive.weight == nullptr) {
      for (int64_t i = 0; i < count; ++i) {
        scores[i] = scale * dot_product(query + own, past.keys[static_cast<std::size_t>(i)] + first, shape.head_dim);
      }
    } else {
      const AdditiveParameters of_head{shape.additive.weight + own, shape.additive.bias + own};
      for (int64_t i = 0; i < count; ++i) {
        scores[i] =
            additive_score(of_head, query + own, past.keys[static_cast<std::size_t>(i)] + first, shape.head_dim);
      }
    }
    const float total = exponentials(scores, count);
    mix(scores, total, past.values, first, shape.head_dim, to + own);
    for (int64_t i = 0; weights != nullptr && i < count; ++i) weights[head * count + i] = scores[i] / total;
  }
}

}  // namespace tfm
