// What must hold for any run: resumed = never interrupted, accumulated = one large batch, a small text can be learnt.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "../unit/training/small_run.h"
#include "checkpoint/weights.h"
#include "core/files.h"
#include "training/objective.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

using testing::quick_training;
using testing::SmallRun;

// The log without what measures time.
std::string timeless_log(const std::filesystem::path& run_folder) {
  std::istringstream text(read_file(run_folder / "log.jsonl"));
  std::string result;
  for (std::string line; std::getline(text, line);) {
    auto json = nlohmann::ordered_json::parse(line);
    json.erase("tokens_per_second");
    json.erase("data_wait");
    result += json.dump() + "\n";
  }
  return result;
}

void resume_from_newest(SmallRun& run) {
  run.trainer().resume(load_checkpoint(list_checkpoints(run.folder()).back(), run.tokenizers().fingerprint()), "file");
}

void expect_equal_runs(const std::filesystem::path& one, const std::filesystem::path& other) {
  for (const char* file : {"checkpoints/step-00000012/model.safetensors",
                           "checkpoints/step-00000012/optimizer.safetensors", "best/model.safetensors"}) {
    EXPECT_EQ(checksum_file(one / file), checksum_file(other / file)) << file;
  }
  EXPECT_EQ(timeless_log(one), timeless_log(other));
}

// Stops it after `stop` updates and goes on from there.
void expect_resumes_exactly(const TrainingConfig& config, const SmallRun& straight, int64_t stop) {
  SCOPED_TRACE(stop);
  SmallRun first(config, [&](int64_t step) { return step == stop ? SIGINT : 0; });
  ASSERT_EQ(first.trainer().run(), SIGINT);
  SmallRun second(config, {}, first.folder());
  resume_from_newest(second);
  second.trainer().run();
  expect_equal_runs(straight.folder(), second.folder());
}

// Stopped after each possible number of updates: at a log line, within an interval, at and between checkpoints.
TEST(TrainingProperty, AResumedRunEqualsOneThatWasNeverInterrupted) {
  SmallRun straight(quick_training());
  straight.trainer().run();
  for (int64_t stop = 1; stop < 12; ++stop) expect_resumes_exactly(quick_training(), straight, stop);
}

TEST(TrainingProperty, AResumedRunIsEqualWithEachOptimizerAndSchedule) {
  auto adam = quick_training(), sgd = adam, nesterov = adam;
  adam.optimizer = OptimizerKind::kAdam;
  adam.schedule = Schedule::kLinear;
  sgd.optimizer = nesterov.optimizer = OptimizerKind::kSgd;
  sgd.schedule = Schedule::kConstant;  // and no momentum: the optimizer has nothing to store
  nesterov.schedule = Schedule::kCosine;
  nesterov.momentum = 0.9;
  nesterov.nesterov = true;
  for (auto config : {adam, sgd, nesterov}) {
    config.weight_decay = 0.01;
    SmallRun straight(config);
    straight.trainer().run();
    expect_resumes_exactly(config, straight, 7);
  }
}

TEST(TrainingProperty, AResumedRunIsEqualWithAveragesEarlyStoppingAndSixteenBits) {
  auto averaged = quick_training(), narrow = averaged;
  averaged.average_decay = 0.9;
  averaged.validate_every = 2;
  averaged.patience = 50;
  averaged.keep_best = 2;
  narrow.precision = Precision::kFloat16;  // the loss scale is found by failures
  narrow.divergence.rollbacks = 0;
  for (const auto& config : {averaged, narrow}) {
    SmallRun straight(config);
    straight.trainer().run();
    for (const int64_t stop : {1, 5, 6, 7, 11}) expect_resumes_exactly(config, straight, stop);
  }
}

// Whichever way it is stopped, it waits as long for a gain.
TEST(TrainingProperty, PatienceGoesOnWhereItWas) {
  auto config = quick_training();
  config.learning_rate = 1e-12;
  config.validate_every = 2;
  config.patience = 4;
  config.patience_threshold = 0.1;
  for (int64_t stop = 1; stop < 10; ++stop) {
    SmallRun first(config, [&](int64_t step) { return step == stop ? SIGINT : 0; });
    ASSERT_EQ(first.trainer().run(), SIGINT);
    SmallRun second(config, {}, first.folder());
    resume_from_newest(second);
    EXPECT_EQ(second.trainer().run(), 0);
    EXPECT_EQ(second.trainer().state().step, 10);
    SmallRun third(config, {}, first.folder());  // once finished, it stays so
    resume_from_newest(third);
    EXPECT_EQ(third.trainer().run(), 0);
    EXPECT_EQ(third.trainer().state().step, 10);
  }
}

TEST(TrainingProperty, AResumedRunIsEqualWhereAttentionIsGuided) {
  auto config = quick_training();
  config.guided_alignment_weight = 0.3;
  SmallRun straight(config), plain(quick_training());
  straight.trainer().run();
  for (const int64_t stop : {3, 7}) expect_resumes_exactly(config, straight, stop);  // within two lines of the log
  plain.trainer().run();
  EXPECT_NE(checksum_file(straight.folder() / "best/model.safetensors"),
            checksum_file(plain.folder() / "best/model.safetensors"));
}

// Killed long after the last checkpoint: the log is cut back and written again.
TEST(TrainingProperty, WhatWasDoneAfterTheLastCheckpointIsDoneAgain) {
  SmallRun straight(quick_training());
  straight.trainer().run();
  SmallRun lost(quick_training());
  lost.trainer().run();
  std::filesystem::remove_all(lost.folder() / "checkpoints/step-00000012");
  SmallRun again(quick_training(), {}, lost.folder());
  resume_from_newest(again);
  EXPECT_EQ(again.trainer().state().step, 6);
  again.trainer().run();
  expect_equal_runs(straight.folder(), again.folder());
}

TEST(TrainingProperty, TwoRunsWithOneSeedAreEqual) {
  SmallRun one(quick_training()), two(quick_training());
  one.trainer().run();
  two.trainer().run();
  expect_equal_runs(one.folder(), two.folder());
}

// Sums over all tokens of an update: float32 rounding apart, four small batches are one large batch.
void expect_accumulation_to_be_exact(const Objective& objective) {
  SmallRun run(quick_training());
  const auto source_ids = run.tokenizers().source->special_ids();
  const auto gradient_of = [&](int64_t parts) {
    run.model()->zero_grad();
    for (int64_t part = 0; part < parts; ++part) {
      BatchPairs pairs;
      for (int64_t i = 0; i < 24 / parts; ++i) {
        pairs.lengths.push_back(run.corpus().read(part * 24 / parts + i, pairs.ids, pairs.links));
        pairs.link_ends.push_back(pairs.links.size());
      }
      Dropout none;
      summed_loss(run.model(), make_batch(pairs.pairs(), source_ids, source_ids), objective, none).total.backward();
    }
    std::vector<at::Tensor> gradients;
    for (const auto& parameter : run.model()->parameters()) gradients.push_back(parameter.grad().flatten().clone());
    return at::cat(gradients);
  };
  const auto large = gradient_of(1), accumulated = gradient_of(4);
  EXPECT_LT((large - accumulated).norm().item<double>(), 1e-5 * large.norm().item<double>());
}

TEST(TrainingProperty, AccumulationEqualsOneLargeBatch) { expect_accumulation_to_be_exact({.label_smoothing = 0.1}); }

TEST(TrainingProperty, AccumulationEqualsOneLargeBatchWhereAttentionIsGuided) {
  expect_accumulation_to_be_exact({.label_smoothing = 0.1, .guidance = AlignmentGuidance{.weight = 1.0}});
}

// The fast path and the plain one: the same objective and gradients but for float32's rounding.
TEST(TrainingProperty, PackedBatchesHaveTheLossAndGradientOfPaddedOnes) {
  SmallRun run(quick_training());
  BatchPairs pairs;
  for (int64_t i = 0; i < 24; ++i) {
    pairs.lengths.push_back(run.corpus().read(i, pairs.ids, pairs.links));
    pairs.link_ends.push_back(pairs.links.size());
  }
  const auto ids = run.tokenizers().source->special_ids();
  const auto batch = make_batch(pairs.pairs(), ids, ids);
  ASSERT_TRUE(batch.source_is_padded && batch.target_is_padded);
  const auto computed = [&](bool packs) {
    run.model()->zero_grad();
    Dropout dropout({.residual = 0.1, .attention = 0.1}, 3);
    const auto loss = summed_loss(run.model(), batch, {.label_smoothing = 0.1, .packs = packs}, dropout).total;
    loss.backward();
    std::vector<at::Tensor> results{loss.detach().view({1})};
    for (const auto& parameter : run.model()->parameters()) results.push_back(parameter.grad().flatten().clone());
    return at::cat(results);
  };
  const auto fast = computed(true), plain = computed(false);
  EXPECT_LT((fast - plain).norm().item<double>(), 1e-6 * plain.norm().item<double>());
}

TEST(TrainingProperty, TenPairsCanBeLearntByHeart) {
  auto config = quick_training();
  config.max_steps = 600;
  config.accumulation = 1;
  config.batch_tokens = 1000;
  config.label_smoothing = 0.0;
  config.log_every = config.validate_every = config.save_every = 600;
  SmallRun run(config);  // validates on ten of its training pairs
  run.trainer().run();
  EXPECT_GT(run.trainer().state().validation.best_score, -0.3);  // minus the cross-entropy, from about -3.7
}

}  // namespace
}  // namespace tfm
