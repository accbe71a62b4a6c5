#include "inference/position_map.h"

#include <cmath>

#include "core/check.h"

namespace tfm {

Sinusoids::Sinusoids(int64_t width) : width_(width), table_(static_cast<std::size_t>(kPlacesInTable * width)) {
  for (int64_t i = 0; i < width; i += 2) {
    frequencies_.push_back(std::exp(static_cast<double>(i) * (-std::log(10000.0) / static_cast<double>(width))));
  }
  for (int64_t position = 0; position < kPlacesInTable; ++position) compute(position, table_.data() + position * width);
}

void Sinusoids::compute(int64_t position, float* row) const {
  for (int64_t i = 0; i < width_; i += 2) {
    const double angle = static_cast<double>(position) * frequencies_[static_cast<std::size_t>(i / 2)];
    row[i] = static_cast<float>(std::sin(angle));
    row[i + 1] = static_cast<float>(std::cos(angle));
  }
}

PositionMap::PositionMap(Positions kind, int64_t d_model, Weight learned)
    : d_model_(d_model), learned_(std::move(learned)) {
  if (kind == Positions::kSinusoidal) sinusoids_.emplace_back(d_model);
}

void PositionMap::add_to(float* x, int64_t position) const {
  const auto add = [&](const float* row) {
    for (int64_t i = 0; i < d_model_; ++i) x[i] += row[i];
  };
  if (!sinusoids_.empty()) return sinusoids_.front().use_row(position, add);
  if (!learned_.numbers) return;
  check(position < learned_.shape.front(), "there is no learned position so far behind the beginning");
  add(learned_.numbers.get() + position * d_model_);
}

void RotaryMap::turn(float* heads, int64_t count, int64_t position) const {
  sinusoids_.use_row(position, [&](const float* row) {
    for (float* head = heads; head != heads + count * head_dim_; head += head_dim_) {
      for (int64_t i = 0; i < head_dim_; i += 2) {
        const float a = head[i], b = head[i + 1], sine = row[i], cosine = row[i + 1];
        head[i] = a * cosine - b * sine;
        head[i + 1] = b * cosine + a * sine;
      }
    }
  });
}

}  // namespace tfm
