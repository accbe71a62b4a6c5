// Section 5.3's learning rate, scaled so that its peak is the configured rate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tfm {

// rate(step) = peak * min(step / warmup, sqrt(warmup / step)) for updates counted from 1. Without warm-up the decay
// begins at the first update: peak / sqrt(step).
inline double inverse_square_root_rate(double peak, int64_t warmup_steps, int64_t step) {
  const auto at = static_cast<double>(std::max<int64_t>(step, 1));
  const auto warmup = static_cast<double>(std::max<int64_t>(warmup_steps, 1));
  return peak * std::min(at / warmup, std::sqrt(warmup / at));
}

}  // namespace tfm
