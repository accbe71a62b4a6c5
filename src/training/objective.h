// From a batch to its summed loss.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "config/config.h"
#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

// How cross-attention is guided, see alignment_loss.h.
struct AlignmentGuidance {
  double weight = 0.0;  // of its loss
  int64_t layer = 0;    // of the decoder, from 0
  GuidedHeads heads = GuidedHeads::kAverage;
};

struct Objective {
  double label_smoothing = 0.0;
  std::optional<AlignmentGuidance> guidance = std::nullopt;
  // Sentences are packed where the model takes them so: nothing is computed for padding. False: the plain version that
  // tests compare with.
  bool packs = true;
};
Objective training_objective(const TrainingConfig& training, const ModelConfig& model);

// Scalars, on the model's device.
struct SummedLoss {
  at::Tensor total;      // what training minimises: tokens + guidance's weight x alignment
  at::Tensor tokens;     // label-smoothed cross-entropy
  at::Tensor alignment;  // undefined where nothing is guided: no guidance, or no pair of the batch has links
};

// Sums over the batch's real target tokens, and over its linked target pieces; divide the total by num_target_tokens
// (of the whole update) for the mean. `batch` may be on another device than the model.
SummedLoss summed_loss(Transformer& model, const Batch& batch, const Objective& objective, Dropout& dropout);

// The plain cross-entropy per target token over all batches, without dropout and label smoothing. `before_batch` may
// throw, to abandon it.
double mean_cross_entropy(Transformer& model, const std::vector<Batch>& batches,
                          const std::function<void()>& before_batch = {});

}  // namespace tfm
