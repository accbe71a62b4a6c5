#include "cleaning/duplicate_filter.h"

#include <algorithm>

namespace tfm {
namespace {

constexpr uint64_t kFirstBuckets = 1 << 14;  // 256 KiB
constexpr int kMostMoves = 500;
// A fuller table would be searched long for a place; the literature reaches 95 % with four slots a bucket.
constexpr double kMostLoad = 0.94;

// The finalizer of MurmurHash3: every bit of the input moves every bit of the result.
uint64_t mixed(uint64_t value) {
  value ^= value >> 33;
  value *= 0xFF51AFD7ED558CCDULL;
  value ^= value >> 33;
  value *= 0xC4CEB9FE1A85EC53ULL;
  return value ^ (value >> 33);
}

}  // namespace

DuplicateFilter::DuplicateFilter(uint64_t most_bytes) : most_bytes_(most_bytes) {}

bool DuplicateFilter::seen(uint64_t hash) {
  for (const Table& table : tables_) {
    if (table.contains(hash)) return true;
  }
  if (!tables_.empty() && tables_.back().insert(hash)) return false;
  const uint64_t buckets = kFirstBuckets << tables_.size();
  if (bytes() + buckets * kBucketSlots * sizeof(uint32_t) > most_bytes_) {
    ++forgotten_;
    return false;
  }
  tables_.emplace_back(buckets).insert(hash);
  return false;
}

uint64_t DuplicateFilter::bytes() const {
  uint64_t sum = 0;
  for (const Table& table : tables_) sum += table.bytes();
  return sum;
}

DuplicateFilter::Table::Place DuplicateFilter::Table::place(uint64_t hash) const {
  const auto fingerprint = std::max<uint32_t>(1, static_cast<uint32_t>(hash >> 32));  // 0 stands for a free slot
  const uint64_t first = mixed(hash) & mask_;
  return {fingerprint, first, other_bucket(first, fingerprint)};
}

// Its own inverse, so that a fingerprint can be moved without the hash that it comes from.
uint64_t DuplicateFilter::Table::other_bucket(uint64_t bucket, uint32_t fingerprint) const {
  return (bucket ^ mixed(fingerprint)) & mask_;
}

bool DuplicateFilter::Table::holds(uint64_t bucket, uint32_t fingerprint) const {
  const auto begin = slots_.begin() + static_cast<int64_t>(bucket * kBucketSlots);
  return std::find(begin, begin + kBucketSlots, fingerprint) != begin + kBucketSlots;
}

bool DuplicateFilter::Table::put(uint64_t bucket, uint32_t fingerprint) {
  const auto begin = slots_.begin() + static_cast<int64_t>(bucket * kBucketSlots);
  const auto free = std::find(begin, begin + kBucketSlots, 0U);
  if (free == begin + kBucketSlots) return false;
  *free = fingerprint;
  ++used_;
  return true;
}

bool DuplicateFilter::Table::contains(uint64_t hash) const {
  const auto [fingerprint, first, second] = place(hash);
  return holds(first, fingerprint) || holds(second, fingerprint);
}

bool DuplicateFilter::Table::insert(uint64_t hash) {
  if (static_cast<double>(used_) >= kMostLoad * static_cast<double>(slots_.size())) return false;
  const auto [fingerprint, first, second] = place(hash);
  return put(first, fingerprint) || put(second, fingerprint) || move_until_free(second, fingerprint);
}

// Takes the place of a fingerprint, which takes that of another in its other bucket, and so on. Where no end is found,
// the moves are undone, so that nothing that was remembered is lost.
bool DuplicateFilter::Table::move_until_free(uint64_t bucket, uint32_t fingerprint) {
  std::vector<uint64_t> moved;
  for (int move = 0; move < kMostMoves; ++move) {
    const uint64_t slot = bucket * kBucketSlots + mixed(fingerprint + static_cast<uint64_t>(move)) % kBucketSlots;
    std::swap(fingerprint, slots_[slot]);
    moved.push_back(slot);
    bucket = other_bucket(bucket, fingerprint);
    if (put(bucket, fingerprint)) return true;
  }
  for (auto slot = moved.rbegin(); slot != moved.rend(); ++slot) std::swap(fingerprint, slots_[*slot]);
  return false;
}

}  // namespace tfm
