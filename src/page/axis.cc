#include "page/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/decimal.h"

namespace tfm::page {
namespace {

constexpr double kLeastDecimal = 1e-4;  // below it a number is shorter with an exponent
constexpr double kMostGrouped = 1e15;   // above it digits say nothing any more
constexpr double kSlack = 1e-9;         // of a step, for rounding

// The smallest of 1, 2 or 5 times a power of ten that isn't smaller.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1.0 - kSlack)) return factor * power;
  }
  return 10.0 * power;
}

std::string with_exponent(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

Axis::Axis(double low, double high, Scale scale) : low_(low), high_(high), scale_(scale) {
  if (low_ < high_) return;
  const double around = low_ == 0.0 ? 1.0 : std::abs(low_) * 0.1;
  low_ -= around;
  high_ += around;
}

double Axis::position(double value) const {
  const bool linear = scale_ == Scale::kLinear;
  const auto place = [&](double v) { return linear ? v : std::log(std::max(v, low_)); };
  return std::clamp((place(value) - place(low_)) / (place(high_) - place(low_)), 0.0, 1.0);
}

std::vector<Tick> Axis::ticks(int most) const {
  if (scale_ == Scale::kLogarithmic) {
    auto powers = logarithmic_ticks(most);
    if (powers.size() > 1) return powers;
  }
  return linear_ticks(most);
}

std::vector<Tick> Axis::linear_ticks(int most) const {
  double step = round_step((high_ - low_) / most);
  const auto count = [&] { return std::floor(high_ / step + kSlack) - std::ceil(low_ / step - kSlack) + 1.0; };
  while (count() > most) step = round_step(step * 1.5);
  std::vector<Tick> found;
  const double first = std::ceil(low_ / step - kSlack);
  for (double i = 0.0; i < count(); ++i) {
    const double value = (first + i) * step;
    found.push_back({value, tick_label(value, step)});
  }
  return found;
}

// Powers of ten; every second, third, ... where there are too many.
std::vector<Tick> Axis::logarithmic_ticks(int most) const {
  const int first = static_cast<int>(std::ceil(std::log10(low_) - kSlack));
  const int last = static_cast<int>(std::floor(std::log10(high_) + kSlack));
  const int stride = std::max(1, (last - first + most) / most);
  std::vector<Tick> found;
  for (int power = first; power <= last; power += stride) {
    const double value = std::pow(10.0, power);
    found.push_back({value, tick_label(value, value)});
  }
  return found;
}

std::string tick_label(double value, double step) {
  if (value == 0.0) return "0";
  if (std::abs(value) >= kMostGrouped || step < kLeastDecimal) return with_exponent(value);
  if (step >= 1.0) return grouped(std::llround(value));
  return decimal(value, static_cast<int>(std::ceil(-std::log10(step) - kSlack)));
}

std::string value_label(double value) {
  if (value == 0.0) return "0";
  const double size = std::abs(value);
  if (size < kLeastDecimal || size >= kMostGrouped) return with_exponent(value);
  return tick_label(value, size >= 1000.0 ? 1.0 : std::pow(10.0, std::floor(std::log10(size)) - 3.0));
}

}  // namespace tfm::page
