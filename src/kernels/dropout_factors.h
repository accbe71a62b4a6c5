// The random factors of dropout, a block at a time: plain loops over lanes that a compiler turns into vector code.
#pragma once

#include <cstdint>

namespace tfm {

inline constexpr int64_t kDropoutLanes = 16;                 // Philox counters computed side by side
inline constexpr int64_t kDropoutBlock = kDropoutLanes * 8;  // each gives eight numbers of 16 bits
// Of Philox's ten, seven pass all tests that its authors ran (Salmon et al. 2011, table 2).
inline constexpr int kDropoutRounds = 7;

// Which counters a place draws from (Philox of core/philox.h: the key, and the place in the counter).
struct DropoutSite {
  uint64_t key = 0;
  uint32_t place = 0;
  uint32_t threshold = 0;  // of 65536: numbers below it drop their element
};

// The probability in steps of 1/65536; the scale of the kept elements matches the rounded value.
uint32_t dropout_threshold(double probability);

// factors[i] = 0 or 65536 / (65536 - threshold) for element block * kDropoutBlock + i.
void dropout_factors(const DropoutSite& site, uint64_t block, float* factors);

// Those of `count` elements from `first` on; writes whole blocks: there is room for count + 2 * kDropoutBlock. Returns
// where the first one stands.
float* dropout_factors_of(const DropoutSite& site, uint64_t first, int64_t count, float* factors);

}  // namespace tfm
