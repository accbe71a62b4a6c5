// The device and the threads that a command is given, for LibTorch.
#pragma once

#include <c10/core/Device.h>

#include <string>

#include "commands/common_options.h"

namespace tfm {

// Sets and prints the thread count.
void use_threads(int threads);
// Sets the thread count and gives the device. UserError when the device is unknown or not there.
at::Device use_device(const ComputeOptions& options);

// "cpu", "cuda", "cuda:1" or "auto" (a GPU where there is one).
at::Device parse_device(const std::string& text);

}  // namespace tfm
