// What always holds of encoded corpora, batches and their order, tried on random corpora. A failure prints its seed.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "../unit/data/data_testing.h"
#include "../unit/file_testing.h"
#include "codec/batch_plan.h"
#include "data/batch_iterator.h"

namespace tfm {
namespace {

constexpr uint64_t kTrials = 60;
constexpr SpecialIds kIds{.pad = 0, .unk = 1, .bos = 2, .eos = 3};

// One random corpus and the size of its batches.
struct Trial {
  explicit Trial(uint64_t trial_seed) : seed(trial_seed), random(stream_key(seed, "data property", {})) {
    const auto count = static_cast<int64_t>(1 + random.below(300));
    pairs = random_pairs(count, static_cast<int64_t>(1 + random.below(40)), random);
    batch_tokens = static_cast<int64_t>(1 + random.below(200));
    for (const PiecePair& pair : pairs) {
      lengths.push_back({static_cast<int32_t>(pair.source.size()), static_cast<int32_t>(pair.target.size())});
    }
  }
  BatchIteratorOptions options() const {
    return {.batch_tokens = batch_tokens, .seed = seed, .source_ids = kIds, .target_ids = kIds};
  }

  uint64_t seed;
  RandomStream random;
  std::vector<PiecePair> pairs;
  std::vector<PairLengths> lengths;
  int64_t batch_tokens = 0;
};

void for_each_trial(const std::function<void(Trial&)>& check) {
  for (uint64_t seed = 1; seed <= kTrials; ++seed) {
    SCOPED_TRACE(concat("seed ", seed));
    Trial trial(seed);
    check(trial);
  }
}

std::vector<int64_t> flattened(const BatchPlan& plan) {
  std::vector<int64_t> pairs;
  for (int64_t i = 0; i < plan.size(); ++i) pairs.insert(pairs.end(), plan[i].begin(), plan[i].end());
  return pairs;
}

std::vector<int64_t> sorted(std::vector<int64_t> values) {
  std::ranges::sort(values);
  return values;
}

std::vector<int64_t> numbers_below(size_t count) {
  std::vector<int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), int64_t{0});
  return numbers;
}

void expect_within_limits(const BatchPlan& plan, const Trial& trial) {
  for (int64_t i = 0; i < plan.size(); ++i) {
    ASSERT_FALSE(plan[i].empty());
    if (plan[i].size() == 1) continue;  // it may be beyond them alone
    int64_t source = 0;
    int64_t target = 0;
    for (const int64_t pair : plan[i]) {
      source = std::max<int64_t>(source, trial.lengths[static_cast<size_t>(pair)].source + 1);
      target = std::max<int64_t>(target, trial.lengths[static_cast<size_t>(pair)].target + 1);
    }
    ASSERT_LE(std::ssize(plan[i]) * target, trial.batch_tokens);
    ASSERT_LE(std::ssize(plan[i]) * source, kSourceAllowance * trial.batch_tokens);
  }
}

TEST(DataProperty, EveryPairIsInExactlyOneBatch) {
  for_each_trial([](const Trial& trial) {
    const auto all = numbers_below(trial.pairs.size());
    EXPECT_EQ(sorted(flattened(batches_by_length(trial.lengths, trial.batch_tokens))), all);
    for (const int64_t epoch : {0, 1, 7}) {
      EXPECT_EQ(sorted(flattened(batches_in_random_order(trial.lengths, trial.batch_tokens,
                                                         trial.seed + static_cast<uint64_t>(epoch)))),
                all);
    }
  });
}

TEST(DataProperty, BatchesKeepToTheirLimits) {
  for_each_trial([](const Trial& trial) {
    expect_within_limits(batches_by_length(trial.lengths, trial.batch_tokens), trial);
    expect_within_limits(batches_in_random_order(trial.lengths, trial.batch_tokens, trial.seed), trial);
  });
}

TEST(DataProperty, ACorpusGivesBackItsPairs) {
  const ScratchFolder folder;
  for_each_trial([&](Trial& trial) {
    const auto pairs_a_shard = static_cast<int64_t>(1 + trial.random.below(200));
    const ParallelCorpus corpus = write_corpus(folder / "train", trial.pairs, pairs_a_shard);
    ASSERT_EQ(corpus.size(), std::ssize(trial.pairs));
    for (int64_t i = 0; i < corpus.size(); ++i) {
      ASSERT_EQ(read_pair(corpus, i), trial.pairs[static_cast<size_t>(i)]);
    }
  });
}

TEST(DataProperty, SeekingGivesWhatReplayingGives) {
  const ScratchFolder folder;
  for_each_trial([&](Trial& trial) {
    const ParallelCorpus corpus = write_corpus(folder / "train", trial.pairs);
    auto options = trial.options();
    options.pool_pairs = static_cast<int64_t>(1 + trial.random.below(300));
    options.weights = {0.2 + 3 * trial.random.uniform()};
    BatchIterator replayed(corpus, options);
    for (uint64_t skip = trial.random.below(40); skip > 0; --skip) replayed.next();
    BatchIterator sought(corpus, options, replayed.position());
    for (int i = 0; i < 5; ++i) {
      const Batch expected = replayed.next();
      const Batch batch = sought.next();
      ASSERT_TRUE(at::equal(batch.source, expected.source));
      ASSERT_TRUE(at::equal(batch.target_output, expected.target_output));
      ASSERT_EQ(sought.position(), replayed.position());
    }
  });
}

// Under its mask a batch holds the pairs' pieces and marks, and nothing else.
TEST(DataProperty, ABatchHoldsItsPairsAndPaddingOnly) {
  for_each_trial([](const Trial& trial) {
    std::vector<EncodedPair> encoded;
    Pieces source_tokens;
    Pieces target_tokens;
    for (const PiecePair& pair : trial.pairs) {
      encoded.push_back({pair.source, pair.target});
      source_tokens.insert(source_tokens.end(), pair.source.begin(), pair.source.end());
      source_tokens.push_back(static_cast<int32_t>(kIds.eos));
      target_tokens.insert(target_tokens.end(), pair.target.begin(), pair.target.end());
      target_tokens.push_back(static_cast<int32_t>(kIds.eos));
    }
    const Batch batch = make_batch(encoded, kIds, kIds);
    EXPECT_TRUE(at::equal(batch.source.masked_select(batch.source_mask), at::tensor(source_tokens).to(at::kLong)));
    EXPECT_TRUE(
        at::equal(batch.target_output.masked_select(batch.target_mask), at::tensor(target_tokens).to(at::kLong)));
    EXPECT_TRUE(batch.source.masked_select(~batch.source_mask).eq(kIds.pad).all().item<bool>());
    EXPECT_TRUE(batch.target_input.masked_select(~batch.target_mask).eq(kIds.pad).all().item<bool>());
    EXPECT_EQ(batch.num_source_tokens, std::ssize(source_tokens));
    EXPECT_EQ(batch.num_target_tokens, std::ssize(target_tokens));
  });
}

}  // namespace
}  // namespace tfm
