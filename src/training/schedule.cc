#include "training/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tfm {

LearningRateSchedule::LearningRateSchedule(const TrainingConfig& config)
    : kind_(config.schedule),
      peak_(config.learning_rate),
      final_(config.final_learning_rate),
      warmup_(static_cast<double>(std::max<int64_t>(config.warmup_steps, 1))),
      end_(static_cast<double>(end_of_decay(config).value_or(0))) {}

double LearningRateSchedule::rate(int64_t step) const {
  const auto at = static_cast<double>(step);
  return at <= warmup_ ? peak_ * (at / warmup_) : decayed_rate(at);
}

double LearningRateSchedule::decayed_rate(double step) const {
  const auto progress = [&] { return step < end_ ? (step - warmup_) / (end_ - warmup_) : 1.0; };
  switch (kind_) {
    case Schedule::kInverseSquareRoot:
      return peak_ * std::sqrt(warmup_ / step);
    case Schedule::kLinear:
      return std::lerp(peak_, final_, progress());
    case Schedule::kCosine:
      return std::lerp(peak_, final_, (1.0 - std::cos(std::numbers::pi * progress())) / 2.0);
    case Schedule::kConstant:
      break;
  }
  return peak_;
}

}  // namespace tfm
