// Weights in fewer bits, for model folders that are shipped; weights/weights_file.h reads them. Matrices alone are
// reduced: what else there is takes no room.
#pragma once

#include "checkpoint/safetensors.h"
#include "config/config.h"

namespace tfm {

// float32: as they are. bfloat16: matrices rounded. int8: matrices as integers, and for each a float32 tensor
// NAME.scales with one number for each row (see kernels/int8_matrix.h). Tables of positions stay float32.
NamedTensors reduced_weights(const NamedTensors& weights, WeightType type);

}  // namespace tfm
