// Which pairs form a batch together: sentences of like length, so that little is padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/encoded_pair.h"

namespace tfm {

// Batches: indices of pairs, one batch after the other. Each pair is in exactly one batch.
class BatchPlan {
 public:
  int64_t size() const { return std::ssize(ends_); }  // in batches
  std::span<const int64_t> operator[](int64_t batch) const;
  void add(std::span<const int64_t> pairs);

 private:
  std::vector<int64_t> pairs_;
  std::vector<int64_t> ends_;
};

// The limits of a batch, padding and the added mark counted: rows x longest target <= batch_tokens, and
// rows x longest source <= kSourceAllowance x batch_tokens. A pair that alone is beyond them is a batch of its own.
inline constexpr int64_t kSourceAllowance = 2;

// Batches for validation: no randomness, ordered by length.
BatchPlan batches_by_length(std::span<const PairLengths> lengths, int64_t batch_tokens);

// Batches for training, in the random order that `key` draws. Pairs of the same lengths stand in a batch in their order
// in `lengths`: who wants them to meet at random shuffles first.
BatchPlan batches_in_random_order(std::span<const PairLengths> lengths, int64_t batch_tokens, uint64_t key);

// What the plans are made from.
std::vector<PairLengths> pair_lengths(std::span<const EncodedPair> pairs);

}  // namespace tfm
