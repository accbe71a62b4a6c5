// A chart's axis: which values it spans, where they lie on it, and the round ones that are marked.
#pragma once

#include <string>
#include <vector>

namespace tfm::page {

enum class Scale { kLinear, kLogarithmic };

struct Tick {
  double value = 0.0;
  std::string label;
};

class Axis {
 public:
  // From `low` to `high`, both finite, or somewhat around them where they are equal. A logarithmic axis spans positive
  // values alone.
  Axis(double low, double high, Scale scale = Scale::kLinear);

  // 0 at the low end, 1 at the high one; values outside lie at the nearer end.
  double position(double value) const;
  // Round values within the axis, in ascending order: on a linear one at most `most` and where they fit at least two.
  std::vector<Tick> ticks(int most) const;

 private:
  std::vector<Tick> linear_ticks(int most) const;
  std::vector<Tick> logarithmic_ticks(int most) const;

  double low_;
  double high_;
  Scale scale_;
};

// "1,200", "0.05", "3e-07": a value in as many digits as tell it from one that is `step` away.
std::string tick_label(double value, double step);
// The same for a value by itself, in about four digits.
std::string value_label(double value);

}  // namespace tfm::page
