// Whether an error means that memory ran out, on whatever device.
#pragma once

#include <exception>

namespace tfm {

// std::bad_alloc, and what LibTorch throws in its place.
bool is_out_of_memory(const std::exception& error);

}  // namespace tfm
