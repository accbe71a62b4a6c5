#include "search/search_options.h"

#include <algorithm>
#include <cmath>

namespace tfm {

int64_t SearchOptions::finished_wanted() const {
  constexpr double kRounding = 1e-9;  // 1.1 * 10 is 11
  return std::max<int64_t>(1, std::llround(std::ceil(patience * static_cast<double>(beam_size) - kRounding)));
}

}  // namespace tfm
