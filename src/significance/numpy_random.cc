#include "significance/numpy_random.h"

#include <array>
#include <bit>

namespace tfm::significance {
namespace {

constexpr uint128 kMultiplier = (uint128{2549297995355413924U} << 64) | 4865540595714422341U;

// NumPy's SeedSequence, after O'Neill's seed_seq_fe: a pool of four words, mixed from the seed's words, from which any
// number of words is drawn.
class SeedSequence {
 public:
  explicit SeedSequence(uint64_t seed) {
    // A seed is as many words as it needs; the rest of the pool is filled with zeros, which comes to the same.
    const std::array<uint32_t, 4> entropy = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), 0, 0};
    for (std::size_t i = 0; i < pool_.size(); ++i) pool_[i] = hashed(entropy[i]);
    for (std::size_t source = 0; source < pool_.size(); ++source) {
      for (std::size_t target = 0; target < pool_.size(); ++target) {
        if (source != target) pool_[target] = mixed(pool_[target], hashed(pool_[source]));
      }
    }
  }

  std::array<uint64_t, 4> draw() const {
    uint32_t constant = 0x8B51F9DD;
    std::array<uint64_t, 4> words{};
    for (std::size_t i = 0; i < 2 * words.size(); ++i) {
      uint32_t value = pool_[i % pool_.size()] ^ constant;
      constant *= 0x58F38DED;
      value *= constant;
      value ^= value >> 16;
      words[i / 2] |= uint64_t{value} << (32 * (i % 2));
    }
    return words;
  }

 private:
  uint32_t hashed(uint32_t value) {
    value ^= constant_;
    constant_ *= 0x931E8875;
    value *= constant_;
    return value ^ (value >> 16);
  }
  static uint32_t mixed(uint32_t a, uint32_t b) {
    const uint32_t value = 0xCA01F9DD * a - 0x4973F715 * b;
    return value ^ (value >> 16);
  }

  uint32_t constant_ = 0x43B0D7E5;
  std::array<uint32_t, 4> pool_{};
};

}  // namespace

NumpyGenerator::NumpyGenerator(uint64_t seed) {
  const auto words = SeedSequence(seed).draw();
  const uint128 start = (uint128{words[0]} << 64) | words[1];
  const uint128 sequence = (uint128{words[2]} << 64) | words[3];
  increment_ = (sequence << 1) | 1;
  state_ = (increment_ + start) * kMultiplier + increment_;
}

uint64_t NumpyGenerator::next_uint64() {
  state_ = state_ * kMultiplier + increment_;
  const auto high = static_cast<uint64_t>(state_ >> 64);
  return std::rotr(high ^ static_cast<uint64_t>(state_), static_cast<int>(high >> 58));
}

uint32_t NumpyGenerator::next_uint32() {
  has_half_ = !has_half_;
  if (!has_half_) return half_;
  const uint64_t both = next_uint64();
  half_ = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

// Lemire's method (2019), as NumPy draws below 2^32; one possible number takes no random one.
std::vector<uint32_t> NumpyGenerator::choice(uint32_t count, std::size_t size) {
  std::vector<uint32_t> numbers(size, 0);
  if (count == 1) return numbers;
  const uint32_t threshold = -count % count;
  for (uint32_t& number : numbers) {
    uint64_t product = uint64_t{next_uint32()} * count;
    while (static_cast<uint32_t>(product) < threshold) product = uint64_t{next_uint32()} * count;
    number = static_cast<uint32_t>(product >> 32);
  }
  return numbers;
}

// 32 of them from each 32-bit number, the lowest bit first.
std::vector<bool> NumpyGenerator::booleans(std::size_t size) {
  std::vector<bool> values(size);
  uint32_t bits = 0;
  for (std::size_t i = 0; i < size; ++i) {
    bits = i % 32 == 0 ? next_uint32() : bits >> 1;
    values[i] = (bits & 1) != 0;
  }
  return values;
}

}  // namespace tfm::significance
