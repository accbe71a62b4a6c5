// Which pairs form a batch together: sentences of like length, so that little is padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/parallel_corpus.h"

namespace tfm {

// In pieces, without bos and eos.
struct PairLengths {
  int32_t source = 0;
  int32_t target = 0;
};

// The batches of a corpus: indices of pairs, one batch after the other. Each pair is in exactly one batch.
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

// Batches of one epoch of training, in random order; pairs of the same lengths come together at random too. Depends on
// its arguments alone, so an epoch can be entered at any batch.
BatchPlan plan_epoch(std::span<const PairLengths> lengths, int64_t batch_tokens, uint64_t seed, int64_t epoch);

// What the plans are made from.
std::vector<PairLengths> pair_lengths(const ParallelCorpus& corpus);
std::vector<PairLengths> pair_lengths(std::span<const EncodedPair> pairs);

}  // namespace tfm
