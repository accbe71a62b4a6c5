// A curve as a line of text.
#pragma once

#include <cstddef>
#include <string>

#include "report/curve.h"

namespace tfm::report {

// "█▅▃▂▁▁": at most `columns` characters of eight heights, from the lowest value to the highest.
std::string sparkline(const Curve& curve, std::size_t columns);

}  // namespace tfm::report
