// The colours of a weight on white paper: two tones, and all that lies between.
#pragma once

#include <array>
#include <string>

namespace tfm::inspection {

using Colour = std::array<int, 3>;  // red, green, blue of 0..255

// Those of the page in page_style.cc, light.
inline constexpr Colour kLow = {0xEC, 0xF3, 0xFB};
inline constexpr Colour kHigh = {0x08, 0x30, 0x6B};

// kLow at 0, kHigh at 1.
Colour shade(double share);
// Whether white text reads better on it than black text.
bool is_dark(const Colour& colour);
// "#08306b"
std::string hex(const Colour& colour);

}  // namespace tfm::inspection
