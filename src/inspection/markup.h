// Texts and numbers as HTML and SVG take them.
#pragma once

#include <string>
#include <string_view>

#include "core/decimal.h"

namespace tfm::inspection {

// UTF-8 that shows as it is, within an element or a quoted attribute. A character that XML forbids becomes U+FFFD.
std::string escaped(std::string_view text);

// The shortest digits that read back as the same float.
std::string exact(float number);

}  // namespace tfm::inspection
