// The batches of one epoch: shuffled over the whole corpus, then sorted by length within pools, so that planning takes
// the same memory for any corpus and an epoch can be entered at any batch without going through those before.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "codec/batch_plan.h"
#include "core/random.h"
#include "data/epoch_order.h"
#include "data/parallel_corpus.h"
#include "text/tokenizer.h"

namespace tfm {

// Another segmentation of an encoded sentence, drawn from the stream; thread-safe.
using Resegment = std::function<std::vector<int32_t>(std::span<const int32_t> ids, RandomStream stream)>;

struct BatchIteratorOptions {
  int64_t batch_tokens = 2000;  // see batch_plan.h
  uint64_t seed = 1;
  SpecialIds source_ids;
  SpecialIds target_ids;
  std::vector<double> weights = {};  // of each corpus, see epoch_order.h; empty: 1 for each
  int64_t pool_pairs = 1 << 20;      // most pairs that are sorted by length together
  bool with_links = false;           // whether the pairs' links are wanted, which must be as they were encoded then
  Resegment resegment_source = {};   // empty: pairs come as they were encoded
  Resegment resegment_target = {};
};

// The sentences of one batch, in memory.
struct BatchPairs {
  std::vector<int32_t> ids;
  std::vector<PairLengths> lengths;
  std::vector<AlignmentLink> links = {};
  std::vector<size_t> link_ends = {};  // of each pair in `links`; empty where no pair has any

  std::vector<EncodedPair> pairs() const;  // into `ids`
};

class EpochBatches {
 public:
  // Both outlive this object.
  EpochBatches(const ParallelCorpus& corpus, const BatchIteratorOptions& options, int64_t epoch);

  int64_t pools() const { return pools_; }
  // The batches of a pool, in the order of training, as places of the pool.
  BatchPlan plan(int64_t pool) const;
  // The sentences at these places of the pool.
  BatchPairs read(int64_t pool, std::span<const int64_t> places) const;

 private:
  int64_t first_place(int64_t pool) const;
  bool resegments() const { return options_.resegment_source || options_.resegment_target; }
  PairLengths read_pair(int64_t place, std::vector<int32_t>& ids) const;
  BatchPairs read_linked(int64_t pool, std::span<const int64_t> places) const;

  const ParallelCorpus& corpus_;
  const BatchIteratorOptions& options_;
  uint64_t epoch_;
  EpochOrder order_;
  int64_t pools_;
};

}  // namespace tfm
