// Philox4x32-10, the counter-based generator of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011):
// a key and a counter give four random words, with no state in between. Any word of a stream can be had on its own, so
// that a result doesn't depend on how work is divided among threads.
#pragma once

#include <array>
#include <cstdint>

namespace tfm {

using PhiloxKey = std::array<uint32_t, 2>;
using PhiloxBlock = std::array<uint32_t, 4>;

inline constexpr int kPhiloxRounds = 10;
// Added to the two key words after each round: the golden ratio, and sqrt(3) - 1.
inline constexpr uint32_t kPhiloxWeyl0 = 0x9E3779B9;
inline constexpr uint32_t kPhiloxWeyl1 = 0xBB67AE85;

constexpr PhiloxKey philox_key(uint64_t key) { return {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)}; }

// One round on the counter's words, in place, for kernels that keep many counters side by side.
constexpr void philox_round(uint32_t& c0, uint32_t& c1, uint32_t& c2, uint32_t& c3, uint32_t key0, uint32_t key1) {
  const uint64_t product0 = uint64_t{0xD2511F53} * c0;
  const uint64_t product1 = uint64_t{0xCD9E8D57} * c2;
  c0 = static_cast<uint32_t>(product1 >> 32) ^ c1 ^ key0;
  c1 = static_cast<uint32_t>(product1);
  c2 = static_cast<uint32_t>(product0 >> 32) ^ c3 ^ key1;
  c3 = static_cast<uint32_t>(product0);
}

// Plain arithmetic without branches: a loop over counters is vectorised by the compiler.
constexpr PhiloxBlock philox4x32(PhiloxKey key, PhiloxBlock counter) {
  for (int round = 0; round < kPhiloxRounds; ++round) {
    philox_round(counter[0], counter[1], counter[2], counter[3], key[0], key[1]);
    key[0] += kPhiloxWeyl0;
    key[1] += kPhiloxWeyl1;
  }
  return counter;
}

}  // namespace tfm
