// 0 .. n-1 in random order without a table: any place of the order can be asked for by itself.
#pragma once

#include <cstdint>

#include "core/philox.h"

namespace tfm {

// A Feistel network over the next power of four, walked until it lands below n (Black and Rogaway 2002, "Ciphers with
// arbitrary finite domains"). Philox makes the rounds. Every number below n comes exactly once; the same key and n give
// the same order. n up to 2^62.
class RandomPermutation {
 public:
  RandomPermutation(uint64_t n, uint64_t key);
  uint64_t size() const { return n_; }
  uint64_t operator[](uint64_t place) const;  // place < n

 private:
  uint64_t encrypt(uint64_t value) const;

  uint64_t n_;
  PhiloxKey key_;
  uint32_t half_bits_;
};

}  // namespace tfm
