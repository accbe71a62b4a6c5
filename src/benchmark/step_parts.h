// How long each part of a model takes in training, measured by itself.
#pragma once

#include <string>
#include <vector>

#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

struct PartTime {
  std::string name;
  double forward = 0.0;   // seconds, of all layers together
  double backward = 0.0;  // the same
};

// For a batch, on the model's device and in its type; each time is the median of several. `label_smoothing` and the
// config's dropout are on. The gradients that this leaves in the parameters are dropped.
std::vector<PartTime> time_parts(Transformer& model, const Batch& batch, double label_smoothing);

}  // namespace tfm
