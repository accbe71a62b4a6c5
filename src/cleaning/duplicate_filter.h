// Which pairs came before, within bounded memory.
#pragma once

#include <cstdint>
#include <vector>

namespace tfm {

// Cuckoo filters (Fan et al. 2014) of 32-bit fingerprints, each twice as large as the one before: 4 to 8 bytes a pair.
// A new hash is taken for one that was seen with a probability of about 2^-29 for each filter: 1 of 50 million pairs.
class DuplicateFilter {
 public:
  explicit DuplicateFilter(uint64_t most_bytes);

  // Whether the hash was seen before; from now on it has been, unless the memory is used up.
  bool seen(uint64_t hash);
  // Hashes that were new and could not be remembered.
  int64_t forgotten() const { return forgotten_; }
  uint64_t bytes() const;

 private:
  static constexpr uint64_t kBucketSlots = 4;

  class Table {
   public:
    explicit Table(uint64_t buckets) : mask_(buckets - 1), slots_(buckets * kBucketSlots, 0) {}
    bool contains(uint64_t hash) const;
    // False: the table is full.
    bool insert(uint64_t hash);
    uint64_t bytes() const { return slots_.size() * sizeof(uint32_t); }

   private:
    struct Place {
      uint32_t fingerprint;
      uint64_t first, second;  // buckets
    };
    Place place(uint64_t hash) const;
    uint64_t other_bucket(uint64_t bucket, uint32_t fingerprint) const;
    bool holds(uint64_t bucket, uint32_t fingerprint) const;
    bool put(uint64_t bucket, uint32_t fingerprint);
    bool move_until_free(uint64_t bucket, uint32_t fingerprint);

    uint64_t mask_;
    uint64_t used_ = 0;
    std::vector<uint32_t> slots_;  // 0: free
  };

  uint64_t most_bytes_;
  int64_t forgotten_ = 0;
  std::vector<Table> tables_;
};

}  // namespace tfm
