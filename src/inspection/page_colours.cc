#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kColoursScript = R"js(
// [red, green, blue] of a property of the style such as #08306b.
function themeColour(name) {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

const readScale = () => ({low: themeColour("--low"), high: themeColour("--high")});
let scaleColours = readScale();

// The first tone at 0, the second at 1.
const shade = (share) => scaleColours.low.map((low, i) => Math.round(low + (scaleColours.high[i] - low) * share));

// Whether white text reads better on it than black text: WCAG 2's relative luminance.
function isDark(colour) {
  const [red, green, blue] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}
)js";

}  // namespace tfm::inspection
