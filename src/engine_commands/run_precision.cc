#include "engine_commands/run_precision.h"

#include <chrono>
#include <cmath>

#include "core/concat.h"
#include "core/decimal.h"
#include "core/log.h"
#include "core/progress.h"
#include "data/batch_iterator.h"
#include "data/training_batches.h"
#include "engine_commands/resume.h"
#include "library/loaded_model.h"
#include "training/frozen_parameters.h"

namespace tfm {
namespace {

constexpr int kBatches = 8;
constexpr double kWorthTelling = 2.0;  // seconds

std::vector<Batch> first_batches(const Config& config, const PreparedData& data) {
  BatchIterator iterator(data.train, training_batches(config, data.tokenizers, data.train));
  std::vector<Batch> batches;
  for (int i = 0; i < kBatches; ++i) batches.push_back(iterator.next());
  return batches;
}

// Speed doesn't depend on the weights, so that these are random where the run's are not.
PrecisionSpeeds measure(const Config& config, const PreparedData& data, at::Device device) {
  auto model = build_transformer(config.model, data.tokenizers);
  model->initialize(1);
  freeze(model, config.training.fine_tuning.frozen);
  model->to(device);
  return measure_precisions(model, config.training, first_batches(config, data));
}

std::string speeds_text(const PrecisionSpeeds& speeds) {
  if (speeds.bfloat16 == 0.0) return "this device has no bfloat16";
  return concat("float32 trains ", count_text(speeds.float32), " tok/s, bfloat16 ", count_text(speeds.bfloat16),
                " tok/s; bfloat16 is taken when it gains more than ", decimal(100.0 * kBfloat16Gain, 0), " %");
}

}  // namespace

RunPrecision run_precision(const Config& config, const PreparedData& data, at::Device device) {
  if (config.training.precision != Precision::kAuto) return {config.training.precision, std::nullopt};
  if (const auto settled = settled_precision(config, config.output.directory)) {
    log::info(concat("precision ", precision_name(*settled), ": the run began with it"));
    return {*settled, std::nullopt};
  }
  log::info("measuring which precision trains faster here");
  const auto begin = std::chrono::steady_clock::now();
  const auto speeds = measure(config, data, device);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const auto precision = faster_precision(speeds);
  log::info(concat("precision ", precision_name(precision), ": ", speeds_text(speeds),
                   seconds > kWorthTelling ? concat(" (measured for ", decimal(seconds, 1), " s)") : ""));
  return {precision, speeds};
}

// Whole numbers, which TensorBoard gets no curves of.
TrainingLog::Fields precision_event(const RunPrecision& chosen) {
  TrainingLog::Fields fields{{"precision", precision_name(chosen.precision)}};
  if (!chosen.speeds || chosen.speeds->bfloat16 == 0.0) return fields;  // nothing was measured
  fields.emplace_back("float32_tokens_per_second", int64_t{std::llround(chosen.speeds->float32)});
  fields.emplace_back("bfloat16_tokens_per_second", int64_t{std::llround(chosen.speeds->bfloat16)});
  return fields;
}

}  // namespace tfm
