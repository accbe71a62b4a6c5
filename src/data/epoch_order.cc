#include "data/epoch_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.h"

namespace tfm {
namespace {

double total(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

uint64_t sum_of(const std::vector<int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0},
                         [](uint64_t sum, int64_t count) { return sum + static_cast<uint64_t>(count); });
}

}  // namespace

std::vector<double> mixing_weights(const std::vector<int64_t>& pairs, const std::vector<double>& weights,
                                   double temperature) {
  if (temperature == 1.0) return weights;
  std::vector<double> shares;
  for (const int64_t count : pairs) shares.push_back(count == 0 ? 0.0 : std::pow(count, 1.0 / temperature));
  const double scale = static_cast<double>(sum_of(pairs)) / total(shares);
  std::vector<double> mixed = weights;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i] > 0) mixed[i] *= scale * shares[i] / static_cast<double>(pairs[i]);
  }
  return mixed;
}

std::vector<int64_t> epoch_shares(const std::vector<int64_t>& pairs, const std::vector<double>& weights) {
  std::vector<int64_t> shares;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const int64_t share = std::llround(weights[i] * static_cast<double>(pairs[i]));
    shares.push_back(pairs[i] == 0 ? 0 : std::max<int64_t>(1, share));
  }
  return shares;
}

EpochOrder::EpochOrder(const std::vector<int64_t>& pairs, const std::vector<double>& weights, uint64_t seed,
                       int64_t epoch)
    : order_(sum_of(epoch_shares(pairs, weights)), stream_key(seed, "shuffle", {static_cast<uint64_t>(epoch)})) {
  const auto counts = epoch_shares(pairs, weights);
  int64_t end = 0, first_pair = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    end += counts[i];
    const uint64_t key = stream_key(seed, "corpus part", {static_cast<uint64_t>(epoch), i});
    shares_.push_back({end, first_pair, pairs[i], RandomPermutation(static_cast<uint64_t>(pairs[i]), key)});
    first_pair += pairs[i];
  }
}

int64_t EpochOrder::operator[](int64_t place) const {
  const auto drawn = static_cast<int64_t>(order_[static_cast<uint64_t>(place)]);
  const auto share = std::upper_bound(shares_.begin(), shares_.end(), drawn,
                                      [](int64_t value, const Share& each) { return value < each.end; });
  const int64_t begin = share == shares_.begin() ? 0 : std::prev(share)->end;
  const int64_t within = drawn - begin, rounds = (share->end - begin) / share->pairs;
  if (within < rounds * share->pairs) return share->first_pair + within % share->pairs;
  return share->first_pair + static_cast<int64_t>(share->part[static_cast<uint64_t>(within % share->pairs)]);
}

}  // namespace tfm
