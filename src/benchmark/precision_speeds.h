// Which precision a model trains faster in on this machine: what "precision": "auto" goes by.
#pragma once

#include <vector>

#include "config/config.h"
#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

// Real target tokens per second.
struct PrecisionSpeeds {
  double float32 = 0.0;
  double bfloat16 = 0.0;  // 0 where the device has no bfloat16
};

// bfloat16 has to be faster by more than this: its gradients are coarser, and a smaller gain may be the measurement's.
inline constexpr double kBfloat16Gain = 0.10;
Precision faster_precision(const PrecisionSpeeds& speeds);

// Updates of `model` in both precisions by turns, so that a machine that slows down slows down both; medians. An update
// takes one of the batches, whatever config.accumulation is. Takes a second or two, longer where an update does.
// Changes the model, so give it one that nobody needs. Throws Interrupted when a stop is asked for.
PrecisionSpeeds measure_precisions(Transformer& model, const TrainingConfig& config, const std::vector<Batch>& batches);

}  // namespace tfm
