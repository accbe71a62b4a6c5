#include "data/largest_batch.h"

#include <algorithm>

namespace tfm {
namespace {

PairLengths longest(const ParallelCorpus& corpus) {
  PairLengths longest;
  for (const EncodedShard& shard : corpus.shards()) {
    longest = {std::max(longest.source, shard.longest().source), std::max(longest.target, shard.longest().target)};
  }
  return longest;
}

}  // namespace

Batch largest_batch(const ParallelCorpus& corpus, const BatchIteratorOptions& options) {
  const auto lengths = longest(corpus);
  const std::vector<int32_t> source(static_cast<std::size_t>(lengths.source), options.source_ids.unk);
  const std::vector<int32_t> target(static_cast<std::size_t>(lengths.target), options.target_ids.unk);
  const int64_t source_length = lengths.source + 1, target_length = lengths.target + 1;
  const int64_t rows = std::max<int64_t>(
      1, std::min(options.batch_tokens / target_length, kSourceAllowance * options.batch_tokens / source_length));
  const std::vector<EncodedPair> pairs(static_cast<std::size_t>(rows), EncodedPair{source, target});
  return make_batch(pairs, options.source_ids, options.target_ids);
}

}  // namespace tfm
