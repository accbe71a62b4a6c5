// Which colour is which series, the same in every chart.
#pragma once

#include <string>
#include <vector>

namespace tfm::page {

// The class of the colour of a series.
std::string series_class(std::size_t series);

// The names beside their colours, as HTML that screen readers pass over; nothing where there is only one.
std::string legend(const std::vector<std::string>& names);

}  // namespace tfm::page
