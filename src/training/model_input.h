// A batch as the model takes it.
#pragma once

#include "data/batch.h"
#include "model/tokens.h"

namespace tfm {

struct ModelInput {
  Tokens source, target_input;
  Tensor target_output;  // int64 [N], of the real places; kNoTarget where a packed place is filler
  Tensor real_places;    // int64 [N]: which of the states [B*T, D] they are; undefined: all
};

// The sentences one behind the other, for models that take them so. Filler makes the number of places on each side a
// multiple of `multiple`.
ModelInput packed_input(const Batch& batch, int64_t multiple = 1);

// A sentence in each row, on the model's device.
ModelInput padded_input(const Batch& batch, at::Device device);

}  // namespace tfm
