// How long each part of a model takes in training, measured by itself.
#pragma once

#include <string>
#include <vector>

#include "data/batch.h"
#include "training/worker_models.h"

namespace tfm {

struct PartTime {
  std::string name;
  double seconds = 0.0;  // of forward and backward pass, all layers together
};

// For a batch that is shared out as training does it, on the models' device and in their type; each time is the median
// of several. `label_smoothing` and the config's dropout are on. Leaves no gradients.
std::vector<PartTime> time_parts(WorkerModels& models, const Batch& batch, double label_smoothing);

}  // namespace tfm
