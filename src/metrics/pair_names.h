// Names (small numbers) for pairs of numbers. A sequence is named item by item, as the pair of its beginning's name and
// its last item: equal names are then equal sequences, not just equal hashes.
#pragma once

#include <cstdint>
#include <vector>

namespace tfm::metrics {

class PairNames {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kEmpty = 0;  // the sequence of nothing, where naming begins; no pair has this name

  PairNames() : slots_(kFirstSize) {}

  // Forgets all pairs; keeps the memory.
  void clear() {
    used_ = 0;
    if (++epoch_ == 0) {
      slots_.assign(slots_.size(), {});
      epoch_ = 1;
    }
  }
  // How many names are given out. They are 1 to size().
  uint32_t size() const { return used_; }

  uint32_t find(uint32_t first, uint32_t second) const {
    const Slot& slot = slots_[place_of(key_of(first, second))];
    return slot.epoch == epoch_ ? slot.name : kNone;
  }
  // As find(); a pair that has no name gets the next one.
  uint32_t name(uint32_t first, uint32_t second) {
    const uint64_t key = key_of(first, second);
    Slot& slot = slots_[place_of(key)];
    if (slot.epoch == epoch_) return slot.name;
    slot = {key, ++used_, epoch_};
    if (std::size_t{used_} * 2 > slots_.size()) grow();
    return used_;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t name = 0;
    uint32_t epoch = 0;  // taken when it is that of the table
  };
  static constexpr std::size_t kFirstSize = 1024;  // a power of two, as every size

  static uint64_t key_of(uint32_t first, uint32_t second) { return (uint64_t{first} << 32) | second; }

  // Open addressing: where `key` is, or the free slot where it belongs.
  std::size_t place_of(uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = ((key * 0x9E3779B97F4A7C15U) >> 32) & mask;
    while (slots_[place].epoch == epoch_ && slots_[place].key != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.epoch == epoch_) slots_[place_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  uint32_t used_ = 0;
  uint32_t epoch_ = 1;
};

}  // namespace tfm::metrics
