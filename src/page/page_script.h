// The behaviour that pages share. Without it everything can be read as well.
#pragma once

#include <string_view>

namespace tfm::page {

// A box that filters a long list (class "segments"), the values of a point of a line chart, how long a time (class
// "age") is ago.
extern const std::string_view kPageScript;
// For a page that loads itself again: the scroll position and the open details outlive it.
extern const std::string_view kKeepPlaceScript;

}  // namespace tfm::page
