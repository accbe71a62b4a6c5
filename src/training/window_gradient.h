// The gradient of one update, from all its batches.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "config/config.h"
#include "data/batch.h"
#include "data/batch_iterator.h"
#include "model/transformer.h"
#include "training/objective.h"
#include "training/worker_models.h"

namespace tfm {

// The batches of one update.
struct Window {
  struct Part {
    BatchPosition position;
    Batch batch;
  };
  std::vector<Part> parts;
  int64_t tokens = 0;          // real target tokens of all of them
  int64_t linked_targets = 0;  // target pieces whose links guide the attention
};

// Sums over a window.
struct WindowLoss {
  double tokens = 0.0;     // the label-smoothed cross-entropy
  double alignment = 0.0;  // of guided attention, without its weight

  WindowLoss& operator+=(const WindowLoss& other) {
    tokens += other.tokens;
    alignment += other.alignment;
    return *this;
  }
};

// What a gradient is multiplied by: on its way back through the model, and where the workers' are added up.
struct GradientFactors {
  double backward = 1.0;
  double sum = 1.0;
};

class WindowGradient {
 public:
  // `model`: float32. Its parameters get the gradients, those that require none stay without.
  WindowGradient(const Transformer& model, const TrainingConfig& config);

  // Leaves in each parameter's grad the gradient of the objective per target token: the sum over all tokens of the
  // window divided by their number, so that several small batches give what one large one gives. Where memory runs out,
  // the window is computed again in smaller parts, with the same gradient to rounding; an allocation that fails for a
  // single row is thrown on. `loss_scale` keeps the gradients of float16 from vanishing on the way; it is divided out
  // at the end.
  WindowLoss compute(const Window& window, double loss_scale);

  // Computes the gradient of a batch and drops it, to see whether there is memory for it. As compute(), it finds out
  // how small the parts must be; a warning says so. UserError (kFailed) where there is not enough for one row.
  void try_out(const Batch& batch);

 private:
  WindowLoss compute_in_parts(const Window& window, double loss_scale);
  WindowLoss add_batch(const Window::Part& part, const GradientFactors& factors);
  WindowLoss add_rows(const Batch& batch, uint64_t dropout_key, const GradientFactors& factors);
  WindowLoss add_share(int64_t worker, const Batch& rows, uint64_t dropout_key, double backward_factor);
  bool take_smaller_parts(const Window& window);
  void clear();
  int64_t parts_of(const Batch& batch) const;

  Transformer model_;
  TrainingConfig config_;
  Objective objective_;
  WorkerModels workers_;
  int64_t most_positions_ = std::numeric_limits<int64_t>::max();  // of a part, source and target together
};

}  // namespace tfm
