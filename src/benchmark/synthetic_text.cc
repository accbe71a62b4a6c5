#include "benchmark/synthetic_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "codec/batch_plan.h"
#include "core/random.h"

namespace tfm {
namespace {

constexpr double kSigma = 0.6;
constexpr double kLongest = 250.0;
constexpr int64_t kFirstPiece = 4;

// Box and Muller (1958).
double normal(RandomStream& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

std::vector<int32_t> pieces(double length, int64_t vocabulary, RandomStream& random) {
  std::vector<int32_t> ids(static_cast<std::size_t>(std::clamp(std::round(length), 1.0, kLongest)));
  for (auto& id : ids) {
    id = static_cast<int32_t>(kFirstPiece +
                              static_cast<int64_t>(random.below(static_cast<uint64_t>(vocabulary - kFirstPiece))));
  }
  return ids;
}

}  // namespace

std::vector<SyntheticPair> synthetic_pairs(int64_t count, double median_length, int64_t vocabulary, uint64_t seed) {
  RandomStream random(stream_key(seed, "synthetic text", {}));
  std::vector<SyntheticPair> pairs;
  for (int64_t i = 0; i < count; ++i) {
    const double target = median_length * std::exp(kSigma * normal(random));
    const double source = target * (0.8 + 0.45 * random.uniform());
    pairs.push_back({pieces(source, vocabulary, random), pieces(target, vocabulary, random)});
  }
  return pairs;
}

SpecialIds synthetic_ids() { return {.pad = 3, .unk = 0, .bos = 1, .eos = 2}; }

std::vector<Batch> synthetic_batches(const std::vector<SyntheticPair>& pairs, int64_t batch_tokens, uint64_t seed) {
  std::vector<PairLengths> lengths;
  for (const auto& [source, target] : pairs) {
    lengths.push_back({static_cast<int32_t>(source.size()), static_cast<int32_t>(target.size())});
  }
  const auto plan = batches_in_random_order(lengths, batch_tokens, stream_key(seed, "batch order", {}));
  std::vector<Batch> batches;
  for (int64_t i = 0; i < plan.size(); ++i) {
    std::vector<EncodedPair> members;
    for (const int64_t pair : plan[i]) {
      const auto& [source, target] = pairs[static_cast<std::size_t>(pair)];
      members.push_back({.source = source, .target = target});
    }
    batches.push_back(make_batch(members, synthetic_ids(), synthetic_ids()));
  }
  return batches;
}

}  // namespace tfm
