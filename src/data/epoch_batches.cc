#include "data/epoch_batches.h"

#include <c10/util/Exception.h>

#include <algorithm>

namespace tfm {
namespace {

std::vector<double> weights_of(const ParallelCorpus& corpus, const BatchIteratorOptions& options) {
  return options.weights.empty() ? std::vector<double>(corpus.corpora().size(), 1.0) : options.weights;
}

}  // namespace

std::vector<EncodedPair> BatchPairs::pairs() const {
  std::vector<EncodedPair> result;
  size_t begin = 0, links_begin = 0;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const auto sources = static_cast<size_t>(lengths[i].source), targets = static_cast<size_t>(lengths[i].target);
    const size_t links_end = link_ends.empty() ? 0 : link_ends[i];
    result.push_back({std::span(ids).subspan(begin, sources), std::span(ids).subspan(begin + sources, targets),
                      std::span(links).subspan(links_begin, links_end - links_begin)});
    begin += sources + targets;
    links_begin = links_end;
  }
  return result;
}

EpochBatches::EpochBatches(const ParallelCorpus& corpus, const BatchIteratorOptions& options, int64_t epoch)
    : corpus_(corpus),
      options_(options),
      epoch_(static_cast<uint64_t>(epoch)),
      order_(corpus.corpora(), weights_of(corpus, options), options.seed, epoch),
      pools_((order_.size() + options.pool_pairs - 1) / options.pool_pairs) {}

// Pools are of nearly the same size: a last one of few pairs would hold odd batches.
int64_t EpochBatches::first_place(int64_t pool) const { return order_.size() * pool / pools_; }

BatchPlan EpochBatches::plan(int64_t pool) const {
  std::vector<PairLengths> lengths;
  std::vector<int32_t> ids;
  for (int64_t place = first_place(pool); place < first_place(pool + 1); ++place) {
    ids.clear();
    lengths.push_back(resegments() ? read_pair(place, ids) : corpus_.lengths(order_[place]));
  }
  return batches_in_random_order(lengths, options_.batch_tokens,
                                 stream_key(options_.seed, "batch order", {epoch_, static_cast<uint64_t>(pool)}));
}

BatchPairs EpochBatches::read(int64_t pool, std::span<const int64_t> places) const {
  if (options_.with_links) return read_linked(pool, places);
  BatchPairs batch;
  for (const int64_t place : places) batch.lengths.push_back(read_pair(first_place(pool) + place, batch.ids));
  return batch;
}

BatchPairs EpochBatches::read_linked(int64_t pool, std::span<const int64_t> places) const {
  TORCH_CHECK(!resegments(), "links are between the pieces that were encoded");
  BatchPairs batch;
  for (const int64_t place : places) {
    batch.lengths.push_back(corpus_.read(order_[first_place(pool) + place], batch.ids, batch.links));
    batch.link_ends.push_back(batch.links.size());
  }
  return batch;
}

PairLengths EpochBatches::read_pair(int64_t place, std::vector<int32_t>& ids) const {
  const int64_t pair = order_[place];
  if (!resegments()) return corpus_.read(pair, ids);
  std::vector<int32_t> stored;
  const auto lengths = corpus_.read(pair, stored);
  // By place and not by pair: one that comes twice in an epoch is cut in two ways.
  const auto add = [&](std::span<const int32_t> side, const Resegment& resegment, std::string_view stream) {
    const auto key = stream_key(options_.seed, stream, {epoch_, static_cast<uint64_t>(place)});
    const auto drawn = resegment ? resegment(side, RandomStream(key)) : std::vector<int32_t>(side.begin(), side.end());
    ids.insert(ids.end(), drawn.begin(), drawn.end());
    return static_cast<int32_t>(drawn.size());
  };
  const auto source = std::span(stored).first(static_cast<size_t>(lengths.source));
  const auto target = std::span(stored).subspan(static_cast<size_t>(lengths.source));
  const int32_t source_length = add(source, options_.resegment_source, "source pieces");
  return {source_length, add(target, options_.resegment_target, "target pieces")};
}

}  // namespace tfm
