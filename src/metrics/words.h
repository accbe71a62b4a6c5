// Words as numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "metrics/pair_names.h"

namespace tfm::metrics {

// The same number for the same word, as long as the namer isn't cleared.
class WordNames {
 public:
  void clear() { names_.clear(); }
  uint32_t name(std::u32string_view word) {
    uint32_t name = PairNames::kEmpty;
    for (const char32_t c : word) name = names_.name(name, c);
    return name;
  }
  std::vector<uint32_t> names(const std::vector<std::u32string_view>& words) {
    std::vector<uint32_t> result;
    result.reserve(words.size());
    for (const auto word : words) result.push_back(name(word));
    return result;
  }

 private:
  PairNames names_;
};

}  // namespace tfm::metrics
