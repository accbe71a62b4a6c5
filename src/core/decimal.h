// Numbers as text for people, whatever the locale is.
#pragma once

#include <cstdint>
#include <string>

namespace tfm {

// "-1.50"
std::string decimal(double value, int decimals);
// "1,234,567"
std::string grouped(int64_t count);

}  // namespace tfm
