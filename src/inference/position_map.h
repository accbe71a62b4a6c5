// Where a piece stands: added to its embedding, or turned into queries and keys.
#pragma once

#include <cstdint>
#include <vector>

#include "config/config.h"
#include "weights/weight.h"

namespace tfm {

// PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos(the same) (Vaswani et al. 2017, section 3.5), computed in
// double. The first places stand in a table; what is beyond is computed when it is asked for.
class Sinusoids {
 public:
  explicit Sinusoids(int64_t width);
  // Calls use(row) with the place's row, [width].
  template <typename Use>
  void use_row(int64_t position, const Use& use) const {
    if (position < kPlacesInTable) return use(table_.data() + position * width_);
    std::vector<float> row(static_cast<std::size_t>(width_));
    compute(position, row.data());
    use(row.data());
  }

 private:
  static constexpr int64_t kPlacesInTable = 256;
  void compute(int64_t position, float* row) const;

  int64_t width_;
  std::vector<double> frequencies_;  // [width / 2]
  std::vector<float> table_;         // [places, width]
};

// One side's added positions; see model/positional_encoding.h.
class PositionMap {
 public:
  // learned: [max_positions, d_model], or without numbers where they aren't
  PositionMap(Positions kind, int64_t d_model, Weight learned);
  // x [d_model], of a piece at `position`. std::logic_error where positions are learned, and this one isn't.
  void add_to(float* x, int64_t position) const;

 private:
  int64_t d_model_;
  Weight learned_;
  std::vector<Sinusoids> sinusoids_;  // one, or none
};

// Rotary positions; see model/rotary_positions.h.
class RotaryMap {
 public:
  explicit RotaryMap(int64_t head_dim) : head_dim_(head_dim), sinusoids_(head_dim) {}
  // heads [heads, head_dim] of a piece at `position`, in place.
  void turn(float* heads, int64_t count, int64_t position) const;

 private:
  int64_t head_dim_;
  Sinusoids sinusoids_;
};

}  // namespace tfm
