// Weights in fewer bits, for model folders that are shipped. Matrices alone are reduced: what else there is takes no
// room.
#pragma once

#include <optional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"

namespace tfm {

// float32: as they are. bfloat16: matrices rounded. int8: matrices as integers, and for each a float32 tensor
// NAME.scales with one number for each row (see kernels/int8_matrix.h). Tables of positions stay float32.
NamedTensors reduced_weights(const NamedTensors& weights, WeightType type);

// What the scales of a matrix in int8 are called in the file.
std::string name_of_scales(const std::string& weight);
// The other way; nothing for another name.
std::optional<std::string> weight_of_scales(const std::string& name);

// float32 again. `scales`: those of int8, else undefined. The integers of int8 are found again when the result is
// reduced once more.
at::Tensor restored_weight(const at::Tensor& stored, const at::Tensor& scales);

}  // namespace tfm
