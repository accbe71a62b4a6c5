#include "benchmark/useful_flops.h"

#include <gtest/gtest.h>

#include "../model/small_model.h"
#include "benchmark/synthetic_text.h"

namespace tfm {
namespace {

double total(const Transformer& model, const Batch& batch) {
  double sum = 0.0;
  for (const auto& [name, flops] : useful_forward_flops(model, batch)) sum += flops;
  return sum;
}

Batch batch_of(const std::vector<std::pair<std::size_t, std::size_t>>& lengths) {
  std::vector<std::vector<int32_t>> sources, targets;
  std::vector<EncodedPair> pairs;
  for (const auto& [source, target] : lengths) {
    sources.emplace_back(source, 5);
    targets.emplace_back(target, 5);
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) pairs.push_back({.source = sources[i], .target = targets[i]});
  return make_batch(pairs, synthetic_ids(), synthetic_ids());
}

// Counted by hand for D = 16, F = 32, V = 20, 2 + 2 layers, and a pair of 3 and 4 pieces with their end marks.
TEST(UsefulFlops, AreThoseOfTheMatrixProducts) {
  const double source = 4, target = 5, d = 16, f = 32, v = 20;
  const double encoder = 2 * (4 * 2 * source * d * d + 4 * source * source * d + 2 * 2 * source * d * f);
  const double decoder_self = 2 * (4 * 2 * target * d * d + 2 * target * target * d);
  const double cross = 2 * (2 * 2 * target * d * d + 2 * 2 * source * d * d + 4 * target * source * d);
  const double decoder_feed_forward = 2 * 2 * 2 * target * d * f;
  EXPECT_DOUBLE_EQ(total(testing::small_model(), batch_of({{3, 4}})),
                   encoder + decoder_self + cross + decoder_feed_forward + 2 * target * d * v);
}

TEST(UsefulFlops, OfSentencesAddUpWhateverIsPadded) {
  const auto model = testing::small_model();
  EXPECT_DOUBLE_EQ(
      total(model, batch_of({{3, 4}, {9, 2}, {1, 7}})),
      total(model, batch_of({{3, 4}})) + total(model, batch_of({{9, 2}})) + total(model, batch_of({{1, 7}})));
}

}  // namespace
}  // namespace tfm
