// A batch as the model takes it.
#pragma once

#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

struct ModelInput {
  Tokens source, target_input;
  Tensor target_output;  // int64 [N], of the real places; kNoTarget where a packed place is filler
  Tensor real_places;    // int64 [N]: which of the states [B*T, D] they are; undefined: all
};

// On the model's device. Where the model takes them so, unless `packs` is false, the sentences stand one behind the
// other, with as much filler as its matrix products like (row_multiple).
ModelInput model_input(const Transformer& model, const Batch& batch, bool packs = true);

}  // namespace tfm
