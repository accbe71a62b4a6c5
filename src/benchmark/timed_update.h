// One update of a training and how long it takes, without what surrounds it in a run.
#pragma once

#include <vector>

#include "config/config.h"
#include "training/optimizer.h"
#include "training/window_gradient.h"

namespace tfm {

// The batches of update `number`, from 0: so many in a row of `batches`, which begin anew behind the last.
Window window_of(const std::vector<Batch>& batches, int64_t number, int64_t accumulation);

struct UpdateSeconds {
  double gradient = 0.0;   // of forward and backward pass
  double optimizer = 0.0;  // of norm, clipping and update
  double total() const { return gradient + optimizer; }
};

// Changes the model, on which `gradient` and `optimizer` work.
UpdateSeconds timed_update(Transformer& model, WindowGradient& gradient, Optimizer& optimizer,
                           const TrainingConfig& config, const Window& window, int64_t number);

}  // namespace tfm
