#include "kernels/attention_rows.h"

#include <cmath>
#include <limits>

#include "kernels/lanes.h"

namespace tfm {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

TFM_INLINE Lanes visible_scores(const float* scores, int64_t column, const VisibleKeys& visible) {
  const IntLanes counting{0, 1, 2, 3, 4, 5, 6, 7};
  const IntLanes place = counting + static_cast<int32_t>(column);
  const Lanes lanes = load(scores + column), hidden = all_lanes(kHidden);
  const Lanes begun = place >= static_cast<int32_t>(visible.first) ? lanes : hidden;
  return place < static_cast<int32_t>(visible.end) ? begun : hidden;
}

}  // namespace

TFM_CLONES float softmax_row(float* scores, int64_t columns, const VisibleKeys& visible) {
  Lanes most = all_lanes(kHidden);
  for (int64_t c = 0; c < columns; c += kLanes) {
    const Lanes seen = visible_scores(scores, c, visible);
    most = larger(most, seen);
    store(scores + c, seen);
  }
  const float maximum = largest_of(most);
  Lanes sums{};
  for (int64_t c = 0; c < columns; c += kLanes) {
    const Lanes weights = exponential(load(scores + c) - maximum);
    sums += weights;
    store(scores + c, weights);
  }
  const float sum = sum_of(sums), scale = 1.0F / sum;
  for (int64_t c = 0; c < columns; c += kLanes) store(scores + c, scale * load(scores + c));
  return maximum + std::log(sum);
}

TFM_CLONES void weights_row(float* scores, int64_t columns, const VisibleKeys& visible, float log_sum) {
  for (int64_t c = 0; c < columns; c += kLanes) {
    store(scores + c, exponential(visible_scores(scores, c, visible) - log_sum));
  }
}

TFM_CLONES void drop_row(float* row, const VisibleKeys& visible, const float* factors) {
  for (int64_t c = visible.first; c < visible.end; ++c) row[c] *= factors[c - visible.first];
}

TFM_CLONES void softmax_gradient_row(const float* weights, float* gradient, int64_t columns) {
  Lanes sums{};
  for (int64_t c = 0; c < columns; c += kLanes) sums += load(weights + c) * load(gradient + c);
  const float sum = sum_of(sums);
  for (int64_t c = 0; c < columns; c += kLanes) store(gradient + c, load(weights + c) * (load(gradient + c) - sum));
}

}  // namespace tfm
