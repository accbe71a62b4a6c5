#include "data/batch_iterator.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "../file_testing.h"
#include "codec/batch_plan.h"
#include "core/files.h"
#include "data_testing.h"

namespace tfm {
namespace {

constexpr int64_t kBatchTokens = 40;

BatchIteratorOptions options() {
  const SpecialIds ids{.pad = 0, .unk = 1, .bos = 2, .eos = 3};
  return {.batch_tokens = kBatchTokens, .seed = 5, .source_ids = ids, .target_ids = ids};
}

class BatchIteratorTest : public ::testing::Test {
 protected:
  static BatchIteratorOptions in_pools(int64_t pairs) {
    auto result = options();
    result.pool_pairs = pairs;
    return result;
  }
  std::vector<int64_t> pairs_in_epoch(BatchIterator& batches, int64_t epoch) const {
    std::vector<int64_t> pairs;
    while (batches.position().epoch == epoch) {
      for (const int64_t pair : pairs_of(batches.next())) pairs.push_back(pair);
    }
    return pairs;
  }
  // The pairs of a batch, known by their first source piece.
  static std::vector<int64_t> pairs_of(const Batch& batch) {
    const at::Tensor numbers = batch.source.select(1, 0) - kFirstPiece;
    return {numbers.const_data_ptr<int64_t>(), numbers.const_data_ptr<int64_t>() + numbers.numel()};
  }

  ScratchFolder folder_;
  RandomStream random_{1};
  ParallelCorpus corpus_ = write_corpus(folder_ / "train", random_pairs(200, 12, random_));
};

TEST_F(BatchIteratorTest, FollowsThePlanOfEachPool) {
  const auto settings = in_pools(70);  // three pools of 66 or 67 pairs
  BatchIterator batches(corpus_, settings);
  for (int64_t epoch = 0; epoch < 2; ++epoch) {
    const EpochBatches planned(corpus_, settings, epoch);
    ASSERT_EQ(planned.pools(), 3);
    for (int64_t pool = 0; pool < 3; ++pool) {
      const BatchPlan plan = planned.plan(pool);
      for (int64_t i = 0; i < plan.size(); ++i) {
        ASSERT_EQ(batches.position(), (BatchPosition{epoch, pool, i}));
        const auto expected = planned.read(pool, plan[i]);
        ASSERT_TRUE(at::equal(batches.next().source,
                              make_batch(expected.pairs(), settings.source_ids, settings.target_ids).source));
      }
    }
  }
}

TEST_F(BatchIteratorTest, GivesThePairsLinksWhereTheyAreWanted) {
  ParallelCorpusWriter writer(folder_ / "linked",
                              {.tokenizer_fingerprint = "f", .pairs_a_shard = 7, .has_links = true});
  for (int32_t i = 0; i < 20; ++i) {  // each pair's number says how many links it has
    Alignment links;
    for (int32_t link = 0; link < i; ++link) links.push_back({link, link});
    writer.add(Pieces(20, kFirstPiece + i), Pieces(20, 5), links);
  }
  writer.finish();
  const auto corpus = ParallelCorpus::open(folder_ / "linked");
  auto settings = options();
  settings.batch_tokens = 70;  // three pairs
  settings.with_links = true;
  BatchIterator batches(corpus, settings);
  while (batches.position().epoch == 0) {
    const Batch batch = batches.next();
    int64_t links = 0;
    for (const int64_t pair : pairs_of(batch)) links += pair;
    EXPECT_EQ(batch.links.num_targets, links);
  }
  settings.with_links = false;
  EXPECT_TRUE(BatchIterator(corpus, settings).next().links.empty());
}

TEST_F(BatchIteratorTest, GivesEveryPairOnceAnEpochWhateverThePools) {
  for (const int64_t pool : {1, 7, 70, 1000}) {
    BatchIterator batches(corpus_, in_pools(pool));
    for (int64_t epoch = 0; epoch < 2; ++epoch) {
      auto pairs = pairs_in_epoch(batches, epoch);
      ASSERT_EQ(pairs.size(), 200u);
      EXPECT_FALSE(std::ranges::is_sorted(pairs));
      std::ranges::sort(pairs);
      for (int64_t i = 0; i < 200; ++i) ASSERT_EQ(pairs[static_cast<size_t>(i)], i);
    }
  }
}

TEST_F(BatchIteratorTest, IsTheSameHoweverTheCorpusLiesInShards) {
  RandomStream random{1};
  const ParallelCorpus cut = write_corpus(folder_ / "cut", random_pairs(200, 12, random), /*pairs_a_shard=*/13);
  BatchIterator batches(corpus_, options()), others(cut, options());
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(at::equal(batches.next().source, others.next().source));
}

TEST_F(BatchIteratorTest, FollowsTheWeights) {
  auto settings = options();
  settings.weights = {0.25};
  BatchIterator batches(corpus_, settings);
  const auto first = pairs_in_epoch(batches, 0), second = pairs_in_epoch(batches, 1);
  EXPECT_EQ(first.size(), 50u);
  EXPECT_EQ(second.size(), 50u);
  EXPECT_NE(std::set<int64_t>(first.begin(), first.end()), std::set<int64_t>(second.begin(), second.end()));
}

// Segmentations are drawn by place and epoch: the same when sought, others in the next epoch, none beyond the limit.
TEST_F(BatchIteratorTest, CutsSentencesAnewInEachEpoch) {
  auto settings = options();
  settings.resegment_target = [](std::span<const int32_t> ids, RandomStream stream) {
    std::vector<int32_t> drawn(ids.begin(), ids.end());
    for (uint64_t more = stream.below(4); more > 0; --more) drawn.push_back(500);
    return drawn;
  };
  BatchIterator batches(corpus_, settings);
  std::vector<int64_t> tokens(2, 0);
  for (int64_t epoch = 0; epoch < 2; ++epoch) {
    while (batches.position().epoch == epoch) {
      const Batch batch = batches.next();
      tokens[static_cast<size_t>(epoch)] += batch.num_target_tokens;
      if (batch.size() > 1) {
        EXPECT_LE(batch.target_output.numel(), kBatchTokens);
      }
    }
  }
  EXPECT_NE(tokens[0], tokens[1]);
  BatchIterator again(corpus_, settings), sought(corpus_, settings, {0, 0, 3});
  for (int i = 0; i < 3; ++i) again.next();
  EXPECT_TRUE(at::equal(again.next().target_output, sought.next().target_output));
}

TEST_F(BatchIteratorTest, StartsWhereItIsTold) {
  BatchIterator all(corpus_, options());
  for (int i = 0; i < 7; ++i) all.next();
  BatchIterator later(corpus_, options(), all.position());
  EXPECT_TRUE(at::equal(later.next().source, all.next().source));
}

TEST_F(BatchIteratorTest, SeeksBackAndAcrossEpochs) {
  BatchIterator batches(corpus_, options());
  const Batch first = batches.next();
  batches.seek({4, 0, 3});
  EXPECT_EQ(batches.position(), (BatchPosition{4, 0, 3}));
  const Batch later = batches.next();
  batches.seek({});
  EXPECT_TRUE(at::equal(batches.next().source, first.source));
  batches.seek({4, 0, 3});
  EXPECT_TRUE(at::equal(batches.next().source, later.source));
}

TEST_F(BatchIteratorTest, GoesFromAPoolsLastBatchToTheNextAndFromTheEpochsLastToTheNextEpoch) {
  const auto settings = in_pools(100);  // two pools
  const EpochBatches epoch(corpus_, settings, 2);
  BatchIterator batches(corpus_, settings, {2, 0, epoch.plan(0).size() - 1});
  batches.next();
  EXPECT_EQ(batches.position(), (BatchPosition{2, 1, 0}));
  batches.seek({2, 1, epoch.plan(1).size() - 1});
  batches.next();
  EXPECT_EQ(batches.position(), (BatchPosition{3, 0, 0}));
}

TEST_F(BatchIteratorTest, RefusesAPositionThatIsNone) {
  const int64_t size = EpochBatches(corpus_, options(), 0).plan(0).size();
  for (const auto& [position, where] : {std::pair{BatchPosition{0, 0, size}, concat("batch ", size, " of pool 0")},
                                        std::pair{BatchPosition{0, 1, 0}, std::string("batch 0 of pool 1")}}) {
    BatchIterator batches(corpus_, options(), position);
    const std::string expected = concat("can't go on at ", where, " of epoch 0: there is none; the data or ",
                                        "batch_tokens are not those of the checkpoint");
    EXPECT_EQ(error_message([&] { batches.next(); }), expected);
    EXPECT_EQ(error_message([&] { batches.next(); }), expected);  // and doesn't wait for ever
    batches.seek({});
    EXPECT_GT(batches.next().size(), 0);
  }
}

TEST_F(BatchIteratorTest, RefusesACorpusWithoutPairs) {
  const ParallelCorpus empty = write_corpus(folder_ / "empty", {});
  EXPECT_THROW(BatchIterator(empty, options()), c10::Error);
}

// What breaks in the background reaches next(), with the file's name: a changed byte, and a file that is cut off.
TEST_F(BatchIteratorTest, ReportsDamageFoundInTheBackground) {
  const auto shard = folder_ / "train/shard-00000.bin";
  const std::string bytes = read_file(shard);
  std::string changed = bytes;
  changed[1000] = static_cast<char>(changed[1000] ^ 1);
  write_file(shard, changed);
  const ParallelCorpus damaged = ParallelCorpus::open(folder_ / "train");
  BatchIterator batches(damaged, options());
  const auto failure = error_message([&] {
    for (int i = 0; i < 1000; ++i) batches.next();
  });
  EXPECT_NE(failure.find("shard-00000.bin: damaged"), std::string::npos) << failure;
}

TEST_F(BatchIteratorTest, ReportsAFileThatIsCutOffWhileItRuns) {
  BatchIterator batches(corpus_, options());
  batches.next();
  std::filesystem::resize_file(folder_ / "train/shard-00000.bin", 100);
  const auto failure = error_message([&] {
    for (int i = 0; i < 1000; ++i) batches.next();
  });
  EXPECT_NE(failure.find("shard-00000.bin"), std::string::npos) << failure;
}

TEST_F(BatchIteratorTest, IsDestroyedWithBatchesUnread) {
  for (int i = 0; i < 20; ++i) BatchIterator(corpus_, options()).next();
}

TEST_F(BatchIteratorTest, MeasuresItsWaiting) {
  BatchIterator batches(corpus_, options());
  EXPECT_EQ(batches.waited_seconds(), 0.0);
  batches.next();
  const double after_one = batches.waited_seconds();
  EXPECT_GT(after_one, 0.0);
  batches.next();
  EXPECT_GT(batches.waited_seconds(), after_one);
}

}  // namespace
}  // namespace tfm
