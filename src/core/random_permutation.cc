#include "core/random_permutation.h"

#include <algorithm>
#include <bit>

namespace tfm {
namespace {

// Four make a network indistinguishable from chance (Luby and Rackoff 1988) where halves are large; small ones want
// more.
constexpr uint32_t kRounds = 6;
// A domain of at least 2^6: over fewer numbers some orders would never come.
constexpr uint32_t kLeastHalfBits = 3;

}  // namespace

RandomPermutation::RandomPermutation(uint64_t n, uint64_t key)
    : n_(n),
      key_(philox_key(key)),
      half_bits_(std::max(kLeastHalfBits, (static_cast<uint32_t>(std::bit_width(n)) + 1) / 2)) {}

uint64_t RandomPermutation::operator[](uint64_t place) const {
  uint64_t value = encrypt(place);
  while (value >= n_) value = encrypt(value);  // about every second one, at worst three of four
  return value;
}

uint64_t RandomPermutation::encrypt(uint64_t value) const {
  const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
  auto left = static_cast<uint32_t>(value >> half_bits_), right = static_cast<uint32_t>(value & mask);
  for (uint32_t round = 0; round < kRounds; ++round) {
    const auto mixed = philox4x32(key_, PhiloxBlock{right, round, 0, 0})[0] & static_cast<uint32_t>(mask);
    const uint32_t next = left ^ mixed;
    left = right;
    right = next;
  }
  return (uint64_t{left} << half_bits_) | right;
}

}  // namespace tfm
