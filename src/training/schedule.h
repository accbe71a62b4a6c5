// The learning rate of each update: linear warm-up to the peak, then one of four ways on.
#pragma once

#include <cstdint>

#include "config/config.h"

namespace tfm {

// With W = max(warmup_steps, 1), E = end_of_decay(config), t = (step - W) / (E - W), for updates counted from 1:
//   until W              peak * step / W
//   inverse_square_root  peak * sqrt(W / step)                       Vaswani et al. 2017, section 5.3 ("Noam"), there
//                                                                    with peak = 1 / sqrt(d_model * W)
//   linear               peak + (final - peak) * t
//   cosine               final + (peak - final) * (1 + cos(pi t)) / 2   Loshchilov and Hutter 2017, eq. 5, no restart
//   constant             peak
// The peak is the rate of update W, so that without warm-up the first update has it. From E on the rate of linear and
// cosine is `final`.
class LearningRateSchedule {
 public:
  explicit LearningRateSchedule(const TrainingConfig& config);

  double rate(int64_t step) const;  // step >= 1

 private:
  double decayed_rate(double step) const;

  Schedule kind_;
  double peak_;
  double final_;
  double warmup_;
  double end_;
};

}  // namespace tfm
