#include "core/random.h"

#include <numeric>
#include <string>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tfm {
namespace {

__extension__ using uint128 = unsigned __int128;

void append_little_endian(std::string& bytes, uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(value >> shift & 0xFF);
}

}  // namespace

uint64_t stream_key(uint64_t seed, std::string_view name, std::initializer_list<uint64_t> place) {
  std::string bytes;
  append_little_endian(bytes, place.size());
  append_little_endian(bytes, seed);
  for (const uint64_t value : place) append_little_endian(bytes, value);
  bytes += name;
  return XXH3_64bits(bytes.data(), bytes.size());
}

uint32_t RandomStream::next_u32() {
  const uint64_t word = words_drawn_++ % block_.size();
  if (word == 0) {
    const uint64_t block = (words_drawn_ - 1) / block_.size();
    block_ = philox4x32(key_, {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), 0, 0});
  }
  return block_[word];
}

uint64_t RandomStream::next_u64() {
  const uint64_t low = next_u32();
  return low | uint64_t{next_u32()} << 32;
}

// The high half of a product is the draw; low halves under 2^64 mod n belong to draws that would come too often.
uint64_t RandomStream::below(uint64_t n) {
  const uint64_t threshold = -n % n;
  while (true) {
    const uint128 product = uint128{next_u64()} * n;
    if (static_cast<uint64_t>(product) >= threshold) return static_cast<uint64_t>(product >> 64);
  }
}

double RandomStream::uniform() { return static_cast<double>(next_u64() >> 11) * 0x1p-53; }

// Fisher and Yates, from the last place down.
std::vector<int64_t> permutation(int64_t n, RandomStream stream) {
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), int64_t{0});
  for (size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[stream.below(left)]);
  return order;
}

}  // namespace tfm
