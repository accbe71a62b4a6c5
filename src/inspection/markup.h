// Texts and numbers as HTML and SVG take them.
#pragma once

#include <string>
#include <string_view>

namespace tfm::inspection {

// UTF-8 that shows as it is, within an element or a quoted attribute. A character that XML forbids becomes U+FFFD.
std::string escaped(std::string_view text);

// The shortest digits that read back as the same float.
std::string exact(float number);

// "-1.50", whatever the locale is.
std::string decimal(double number, int decimals);

}  // namespace tfm::inspection
