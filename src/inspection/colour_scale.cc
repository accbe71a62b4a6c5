#include "inspection/colour_scale.h"

#include <cmath>
#include <string_view>

namespace tfm::inspection {
namespace {

// The luminance at which white and black text have the same contrast: (1.05 / (L + 0.05)) = (L + 0.05) / 0.05.
constexpr double kEvenLuminance = 0.179;

// WCAG 2, "relative luminance".
double linear(int channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour shade(double share) {
  Colour colour{};
  for (std::size_t i = 0; i < colour.size(); ++i) {
    colour[i] = static_cast<int>(std::lround(kLow[i] + (kHigh[i] - kLow[i]) * share));
  }
  return colour;
}

bool is_dark(const Colour& colour) {
  const auto& [red, green, blue] = colour;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) < kEvenLuminance;
}

std::string hex(const Colour& colour) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const int channel : colour) {
    text += kDigits[static_cast<std::size_t>(channel / 16)];
    text += kDigits[static_cast<std::size_t>(channel % 16)];
  }
  return text;
}

}  // namespace tfm::inspection
