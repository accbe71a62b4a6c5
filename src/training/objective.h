// From a batch to its summed loss.
#pragma once

#include <functional>
#include <vector>

#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

// Sum of the label-smoothed cross-entropy over the batch's real target tokens, a scalar; divide by num_target_tokens
// (of the whole update) for the mean. `batch` may be on another device than the model.
at::Tensor summed_loss(Transformer& model, const Batch& batch, double label_smoothing, Dropout& dropout);

// The plain cross-entropy per target token over all batches, without dropout and label smoothing. `before_batch` may
// throw, to abandon it.
double mean_cross_entropy(Transformer& model, const std::vector<Batch>& batches,
                          const std::function<void()>& before_batch = {});

}  // namespace tfm
