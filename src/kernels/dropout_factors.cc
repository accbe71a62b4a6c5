#include "kernels/dropout_factors.h"

#include <algorithm>
#include <cmath>

#include "core/philox.h"
#include "kernels/instruction_sets.h"

namespace tfm {

uint32_t dropout_threshold(double probability) {
  return static_cast<uint32_t>(std::clamp(std::lround(probability * 65536.0), 0L, 65535L));
}

TFM_CLONES void dropout_factors(const DropoutSite& site, uint64_t block, float* factors) {
  uint32_t words[4][kDropoutLanes];
  for (int64_t lane = 0; lane < kDropoutLanes; ++lane) {
    const uint64_t group = block * kDropoutLanes + static_cast<uint64_t>(lane);
    words[0][lane] = static_cast<uint32_t>(group);
    words[1][lane] = static_cast<uint32_t>(group >> 32);
    words[2][lane] = site.place;
    words[3][lane] = 0;
  }
  uint32_t key0 = static_cast<uint32_t>(site.key), key1 = static_cast<uint32_t>(site.key >> 32);
  for (int round = 0; round < kDropoutRounds; ++round) {
    for (int64_t lane = 0; lane < kDropoutLanes; ++lane) {
      philox_round(words[0][lane], words[1][lane], words[2][lane], words[3][lane], key0, key1);
    }
    key0 += kPhiloxWeyl0;
    key1 += kPhiloxWeyl1;
  }
  const float scale = 65536.0F / static_cast<float>(65536 - site.threshold);
  for (int64_t word = 0; word < 4; ++word) {
    float* low = factors + 2 * word * kDropoutLanes;
    float* high = low + kDropoutLanes;
    for (int64_t lane = 0; lane < kDropoutLanes; ++lane) {
      low[lane] = (words[word][lane] & 0xFFFF) >= site.threshold ? scale : 0.0F;
      high[lane] = (words[word][lane] >> 16) >= site.threshold ? scale : 0.0F;
    }
  }
}

float* dropout_factors_of(const DropoutSite& site, uint64_t first, int64_t count, float* factors) {
  constexpr auto kBlock = static_cast<uint64_t>(kDropoutBlock);
  const uint64_t first_block = first / kBlock, last_block = (first + static_cast<uint64_t>(count) - 1) / kBlock;
  for (uint64_t block = first_block; block <= last_block; ++block) {
    dropout_factors(site, block, factors + (block - first_block) * kBlock);
  }
  return factors + (first - first_block * kBlock);
}

}  // namespace tfm
