// The random numbers of NumPy's default generator, PCG64 (O'Neill 2014, XSL-RR 128/64) seeded through SeedSequence: the
// same seed gives the same numbers, since sacreBLEU's intervals and p-values follow from them.
#pragma once

#include <cstdint>
#include <vector>

namespace tfm::significance {

__extension__ typedef unsigned __int128 uint128;

class NumpyGenerator {
 public:
  // numpy.random.default_rng(seed)
  explicit NumpyGenerator(uint64_t seed);

  uint64_t next_uint64();
  // The lower half of one next_uint64(), then its upper half.
  uint32_t next_uint32();

  // choice(count, size, replace=True): numbers below `count`, which is 1 to 2^32 - 1. Two calls give what one would.
  std::vector<uint32_t> choice(uint32_t count, std::size_t size);
  // integers(2, size, dtype=bool). Two calls give what one would where the first size is a multiple of 32.
  std::vector<bool> booleans(std::size_t size);

 private:
  uint128 state_ = 0;
  uint128 increment_ = 0;
  bool has_half_ = false;
  uint32_t half_ = 0;
};

}  // namespace tfm::significance
