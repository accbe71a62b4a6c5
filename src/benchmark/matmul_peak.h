// How fast the machine multiplies matrices: the yardstick for everything that a Transformer does.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

// FLOP/s of LibTorch's linear map in this type, on as many threads as are set: the fastest of several shapes like those
// of a Transformer and of one large square, each by the best of its repetitions. Takes about a second.
double matmul_peak(at::ScalarType type, at::Device device);
// The same of the smallest shape alone: a quarter of a second, also where the type is imitated.
double small_matmul_speed(at::ScalarType type, at::Device device);

}  // namespace tfm
