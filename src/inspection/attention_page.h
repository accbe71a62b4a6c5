// The parts of the HTML page that are the same for every sentence. The scripts are one program, in this order.
#pragma once

#include <string_view>

namespace tfm::inspection {

extern const std::string_view kPageStyle;
extern const std::string_view kPageBody;  // empty until the scripts fill it

extern const std::string_view kNumbersScript;   // the weights, their average and entropy
extern const std::string_view kColoursScript;   // the two-tone scale
extern const std::string_view kTableScript;     // the picture: a table with a cell for each weight
extern const std::string_view kOverviewScript;  // all heads of a layer, small
extern const std::string_view kControlsScript;  // selectors, the page's address, the first drawing
extern const std::string_view kKeyboardScript;

}  // namespace tfm::inspection
