// A number for each of many pairs of numbers, found fast: open addressing in one piece of memory, no removal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tfm {

// All numbers are at least 0.
class PairTable {
 public:
  // The pair's number, or -1.
  int32_t find(int32_t first, int32_t second) const {
    const Entry& entry = entries_[place_of(key_of(first, second))];
    return entry.key == kNoKey ? -1 : entry.value;
  }

  // Keeps the number that the pair already has.
  void insert(int32_t first, int32_t second, int32_t value) {
    if (2 * (count_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[place_of(key_of(first, second))];
    if (entry.key != kNoKey) return;
    entry = {key_of(first, second), value};
    ++count_;
  }

 private:
  static constexpr uint64_t kNoKey = ~uint64_t{0};

  struct Entry {
    uint64_t key = kNoKey;
    int32_t value = -1;
  };

  static uint64_t key_of(int32_t first, int32_t second) {
    return uint64_t{static_cast<uint32_t>(first)} << 32 | static_cast<uint32_t>(second);
  }

  // Where the key stands, or the free place it would take. Multiplying by the golden ratio spreads keys that differ in
  // few bits (Knuth, volume 3, 6.4); the high bits are the ones well mixed.
  size_t place_of(uint64_t key) const {
    const size_t mask = entries_.size() - 1;
    size_t place = static_cast<size_t>((key ^ key >> 29) * 0x9E3779B97F4A7C15U >> shift_);
    while (entries_[place].key != key && entries_[place].key != kNoKey) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    std::swap(old, entries_);
    shift_ = 64 - std::countr_zero(entries_.size());
    for (const Entry& entry : old) {
      if (entry.key != kNoKey) entries_[place_of(entry.key)] = entry;
    }
  }

  std::vector<Entry> entries_{16};
  int shift_ = 60;
  size_t count_ = 0;
};

}  // namespace tfm
