// Builds messages: concat("read ", 3, " lines"). gcc 12 has no <format>, and fmt's headers clash with LibTorch's.
#pragma once

#include <sstream>
#include <string>

namespace tfm {

template <typename... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace tfm
