#include "codec/batch_plan.h"

#include <algorithm>
#include <numeric>

#include "core/random.h"

namespace tfm {
namespace {

// Sorts `order`, which holds 0 .. n-1, by key(pair) in 0 .. max_key, stably and in linear time.
template <typename Key>
std::vector<int64_t> counting_sort(const std::vector<int64_t>& order, int64_t max_key, const Key& key) {
  std::vector<int64_t> position(static_cast<size_t>(max_key) + 2, 0);
  for (int64_t pair = 0; pair < std::ssize(order); ++pair) ++position[static_cast<size_t>(key(pair)) + 1];
  std::partial_sum(position.begin(), position.end(), position.begin());
  std::vector<int64_t> sorted(order.size());
  for (const int64_t pair : order) {
    sorted[static_cast<size_t>(position[static_cast<size_t>(key(pair))]++)] = pair;
  }
  return sorted;
}

struct LengthOrder {
  explicit LengthOrder(std::span<const PairLengths> all) : lengths(all) {
    for (const PairLengths& each : all) {
      max_source = std::max<int64_t>(max_source, each.source);
      max_target = std::max<int64_t>(max_target, each.target);
    }
  }
  const PairLengths& operator[](int64_t pair) const { return lengths[static_cast<size_t>(pair)]; }

  // By target length, then by source length: upwards for even target lengths, downwards for odd ones. Where a batch
  // holds two target lengths, their neighbouring sources are then alike as well.
  std::vector<int64_t> sorted(const std::vector<int64_t>& order) const {
    const auto by_source = counting_sort(order, max_source, [this](int64_t pair) -> int64_t {
      const PairLengths& each = (*this)[pair];
      return each.target % 2 == 0 ? each.source : max_source - each.source;
    });
    return counting_sort(by_source, max_target, [this](int64_t pair) -> int64_t { return (*this)[pair].target; });
  }

  std::span<const PairLengths> lengths;
  int64_t max_source = 0;
  int64_t max_target = 0;
};

// How long a batch's prefix may be: grows while the next pair fits.
class Room {
 public:
  explicit Room(int64_t batch_tokens) : batch_tokens_(batch_tokens) {}
  bool take(const PairLengths& pair) {
    const int64_t rows = rows_ + 1;
    const int64_t source = std::max<int64_t>(longest_source_, int64_t{pair.source} + 1);
    const int64_t target = std::max<int64_t>(longest_target_, int64_t{pair.target} + 1);
    const bool fits = rows * target <= batch_tokens_ && rows * source <= kSourceAllowance * batch_tokens_;
    if (rows > 1 && !fits) return false;
    rows_ = rows;
    longest_source_ = source;
    longest_target_ = target;
    return true;
  }

 private:
  int64_t batch_tokens_;
  int64_t rows_ = 0;
  int64_t longest_source_ = 0;
  int64_t longest_target_ = 0;
};

BatchPlan cut(const std::vector<int64_t>& sorted, const LengthOrder& lengths, int64_t batch_tokens) {
  BatchPlan plan;
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    Room room(batch_tokens);
    while (end < sorted.size() && room.take(lengths[sorted[end]])) ++end;
    plan.add(std::span(sorted).subspan(begin, end - begin));
  }
  return plan;
}

}  // namespace

std::span<const int64_t> BatchPlan::operator[](int64_t batch) const {
  const auto number = static_cast<size_t>(batch);
  const int64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::span(pairs_).subspan(static_cast<size_t>(begin), static_cast<size_t>(ends_[number] - begin));
}

void BatchPlan::add(std::span<const int64_t> pairs) {
  pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  ends_.push_back(std::ssize(pairs_));
}

BatchPlan batches_by_length(std::span<const PairLengths> lengths, int64_t batch_tokens) {
  std::vector<int64_t> order(lengths.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  const LengthOrder by_length(lengths);
  return cut(by_length.sorted(order), by_length, batch_tokens);
}

BatchPlan batches_in_random_order(std::span<const PairLengths> lengths, int64_t batch_tokens, uint64_t key) {
  const BatchPlan ordered = batches_by_length(lengths, batch_tokens);
  BatchPlan plan;
  for (const int64_t batch : permutation(ordered.size(), RandomStream(key))) plan.add(ordered[batch]);
  return plan;
}

std::vector<PairLengths> pair_lengths(std::span<const EncodedPair> pairs) {
  std::vector<PairLengths> lengths;
  lengths.reserve(pairs.size());
  for (const auto& pair : pairs) {
    lengths.push_back({static_cast<int32_t>(pair.source.size()), static_cast<int32_t>(pair.target.size())});
  }
  return lengths;
}

}  // namespace tfm
