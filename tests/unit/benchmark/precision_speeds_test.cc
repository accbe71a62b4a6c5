#include "benchmark/precision_speeds.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "../model/small_model.h"
#include "benchmark/matmul_peak.h"
#include "benchmark/synthetic_text.h"
#include "training/worker_models.h"

namespace tfm {
namespace {

TEST(FasterPrecision, IsBfloat16OnlyWhereItGainsMoreThanATenth) {
  EXPECT_EQ(faster_precision({.float32 = 1000, .bfloat16 = 1101}), Precision::kBfloat16);
  EXPECT_EQ(faster_precision({.float32 = 1000, .bfloat16 = 1099}), Precision::kFloat32);
  EXPECT_EQ(faster_precision({.float32 = 1000, .bfloat16 = 400}), Precision::kFloat32);
}

TEST(FasterPrecision, IsFloat32WhereNothingElseCouldBeMeasured) {
  EXPECT_EQ(faster_precision({.float32 = 1000}), Precision::kFloat32);
  EXPECT_EQ(faster_precision({}), Precision::kFloat32);
}

TEST(MeasurePrecisions, GivesASpeedOfEachOrOfNoneWhereBfloat16IsImitated) {
  auto model = testing::small_model();
  TrainingConfig config;
  config.accumulation = 1000;  // of no matter: an update takes one batch here
  const auto batches = synthetic_batches(synthetic_pairs(40, 8.0, testing::kSmallVocabulary, 1), 200, 1);
  const auto speeds = measure_precisions(model, config, batches);
  const bool imitated = small_matmul_speed(at::kBFloat16, at::kCPU) < small_matmul_speed(at::kFloat, at::kCPU) / 2.0;
  EXPECT_EQ(speeds.float32 > 0.0, !imitated);
  EXPECT_EQ(speeds.bfloat16 > 0.0, !imitated);
}

TEST(Precision, IsPickedBeforeAnythingIsComputedInIt) {
  EXPECT_EQ(scalar_type(Precision::kBfloat16), at::kBFloat16);
  EXPECT_THROW(scalar_type(Precision::kAuto), c10::Error);
}

}  // namespace
}  // namespace tfm
