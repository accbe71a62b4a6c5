// A sentence pair in pieces.
#pragma once

#include <cstdint>
#include <span>

#include "text/pharaoh.h"

namespace tfm {

struct EncodedPair {
  std::span<const int32_t> source;  // piece ids, without bos and eos
  std::span<const int32_t> target;
  std::span<const AlignmentLink> links = {};  // between the two, by target and then by source; none twice
};

// In pieces, without bos and eos.
struct PairLengths {
  int32_t source = 0;
  int32_t target = 0;
};

}  // namespace tfm
