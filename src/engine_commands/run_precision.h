// The precision that a run trains in. Where the config says "auto" it is measured once, before the first update; from
// then on RUN/config.json says which it is.
#pragma once

#include <c10/core/Device.h>

#include <optional>

#include "benchmark/precision_speeds.h"
#include "config/config.h"
#include "data/prepare.h"
#include "training/training_log.h"

namespace tfm {

struct RunPrecision {
  Precision precision = Precision::kFloat32;  // never auto
  std::optional<PrecisionSpeeds> speeds;      // where they were measured just now
};

// The config's own; for "auto" that of the run in output.directory, where there is one (see settled_precision in
// resume.h), or the faster one, by updates of a model like the run's on the batches that the run begins with. A message
// says which and why. Nothing of the run is touched.
RunPrecision run_precision(const Config& config, const PreparedData& data, at::Device device);

// What log.jsonl says about it.
TrainingLog::Fields precision_event(const RunPrecision& chosen);

}  // namespace tfm
