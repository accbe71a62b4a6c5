// The look of the page.
#pragma once

#include <string_view>

namespace tfm::page {

extern const std::string_view kPageStyle;

}  // namespace tfm::page
