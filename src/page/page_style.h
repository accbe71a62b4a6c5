// The look of the page, and its one script.
#pragma once

#include <string_view>

namespace tfm::page {

extern const std::string_view kPageStyle;
// Puts a box above each long list that hides the lines without what is typed into it.
extern const std::string_view kPageScript;

}  // namespace tfm::page
