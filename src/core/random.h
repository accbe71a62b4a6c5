// Named random streams: what is drawn is a function of the seed, the stream's name and a place such as step and layer,
// never of what was drawn before. A resumed run thus draws what an uninterrupted one draws.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/philox.h"

namespace tfm {

// The key of the stream `name` ("shuffle", "dropout") at `place` ({epoch}, {step, layer}): XXH3 (64 bits) over the
// number of places, the seed, the places (each as 8 bytes, little-endian) and the name. Different arguments give
// different byte strings, so that keys collide only by chance (1 in 2^64 a pair).
uint64_t stream_key(uint64_t seed, std::string_view name, std::initializer_list<uint64_t> place);

// Philox4x32-10 read word by word; the counter starts at 0. A copy draws the same again.
class RandomStream {
 public:
  explicit RandomStream(uint64_t key) : key_(philox_key(key)) {}

  uint32_t next_u32();
  // Every number in [0, n) with the same probability (Lemire 2019, arXiv:1805.10941). n must be at least 1.
  uint64_t below(uint64_t n);
  // In [0, 1), a multiple of 2^-53.
  double uniform();

 private:
  uint64_t next_u64();

  PhiloxKey key_;
  PhiloxBlock block_{};
  uint64_t words_drawn_ = 0;
};

// 0 .. n-1 in random order, each order with the same probability.
std::vector<int64_t> permutation(int64_t n, RandomStream stream);

}  // namespace tfm
