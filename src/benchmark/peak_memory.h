// How much memory the program has taken so far.
#pragma once

#include <c10/core/Device.h>

namespace tfm {

// Most bytes at a time that LibTorch has held on a GPU, what it keeps for later use included; of the CPU, what the
// whole program has held.
double peak_memory(at::Device device);

}  // namespace tfm
