#include "data/batch_iterator.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"
#include "data/batch_plan.h"
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
  int64_t batches_in_epoch(int64_t epoch) const {
    return plan_epoch(pair_lengths(corpus_), kBatchTokens, options().seed, epoch).size();
  }
  // The pairs of a batch, known by their first source piece.
  static std::vector<int64_t> pairs_of(const Batch& batch) {
    const at::Tensor numbers = batch.source.select(1, 0) - kFirstPiece;
    return {numbers.const_data_ptr<int64_t>(), numbers.const_data_ptr<int64_t>() + numbers.numel()};
  }

  ScratchFolder folder_;
  RandomStream random_{1};
  ParallelCorpus corpus_ = write_corpus(folder_ / "train.bin", random_pairs(200, 12, random_));
};

TEST_F(BatchIteratorTest, FollowsThePlanOfEachEpoch) {
  BatchIterator batches(corpus_, options());
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    const BatchPlan plan = plan_epoch(pair_lengths(corpus_), kBatchTokens, options().seed, epoch);
    for (int64_t i = 0; i < plan.size(); ++i) {
      ASSERT_EQ(batches.position(), (BatchPosition{epoch, i}));
      ASSERT_EQ(pairs_of(batches.next()), std::vector<int64_t>(plan[i].begin(), plan[i].end()));
    }
  }
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
  batches.seek({4, 3});
  EXPECT_EQ(batches.position(), (BatchPosition{4, 3}));
  const Batch later = batches.next();
  batches.seek({0, 0});
  EXPECT_TRUE(at::equal(batches.next().source, first.source));
  batches.seek({4, 3});
  EXPECT_TRUE(at::equal(batches.next().source, later.source));
}

TEST_F(BatchIteratorTest, GoesFromAnEpochsLastBatchToTheNextEpochsFirst) {
  BatchIterator batches(corpus_, options(), {2, batches_in_epoch(2) - 1});
  batches.next();
  EXPECT_EQ(batches.position(), (BatchPosition{3, 0}));
}

TEST_F(BatchIteratorTest, RefusesAPositionBehindTheEpoch) {
  const int64_t size = batches_in_epoch(0);
  BatchIterator batches(corpus_, options(), {0, size});
  const std::string expected = concat("can't go on at batch ", size, " of epoch 0: the epoch has only ", size,
                                      " batches; the data or batch_tokens are not those of the checkpoint");
  EXPECT_EQ(error_message([&] { batches.next(); }), expected);
  EXPECT_EQ(error_message([&] { batches.next(); }), expected);  // and doesn't wait for ever
  batches.seek({0, 0});
  EXPECT_GT(batches.next().size(), 0);
}

TEST_F(BatchIteratorTest, RefusesACorpusWithoutPairs) {
  const ParallelCorpus empty = write_corpus(folder_ / "empty.bin", {});
  EXPECT_THROW(BatchIterator(empty, options()), c10::Error);
}

// What breaks in the background reaches next().
TEST_F(BatchIteratorTest, ReportsDamageFoundInTheBackground) {
  std::string bytes = read_file(folder_ / "train.bin");
  bytes[bytes.size() - 24 - 8 - 1] = '\x7f';
  write_file(folder_ / "damaged.bin", bytes);
  const ParallelCorpus damaged = ParallelCorpus::open(folder_ / "damaged.bin");
  BatchIterator batches(damaged, options());
  EXPECT_NE(error_message([&] { batches.next(); }).find("damaged: the index of pair 199 is wrong"), std::string::npos);
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
