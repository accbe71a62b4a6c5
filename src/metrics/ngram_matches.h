// N-grams that a hypothesis shares with its references.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/pair_names.h"

namespace tfm::metrics {

// How many n-grams so many tokens have.
inline int64_t num_ngrams(std::size_t length, int order) {
  return std::max<int64_t>(0, static_cast<int64_t>(length) - order + 1);
}

// Tokens are numbers below 2^32 - 1: names of words, or code points. Keeps its memory from segment to segment.
class NgramMatcher {
 public:
  // Forgets all references.
  void clear();
  void add_reference(std::span<const uint32_t> tokens, int max_order);
  // matched[n - 1], n = 1..matched.size() (at most max_order): n-grams of the hypothesis that the references have, each
  // at most as often as it stands in the reference that has it most often.
  void match(std::span<const uint32_t> hypothesis, std::span<int64_t> matched);

 private:
  struct Count {
    uint32_t reference = 0;  // to which `here` belongs
    uint32_t here = 0;
    uint32_t most = 0;
    uint32_t match = 0;  // to which `used` belongs
    uint32_t used = 0;
  };

  PairNames names_;
  std::vector<Count> counts_{1};  // by name
  std::vector<uint32_t> ngrams_;  // by first token: the name of the n-gram that begins there
  uint32_t references_ = 0;
  uint32_t matches_ = 0;
};

}  // namespace tfm::metrics
