// What callers must see to.
#pragma once

#include <stdexcept>

namespace tfm {

// std::logic_error where it doesn't hold: a mistake of the program's, not of its user's.
inline void check(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace tfm
