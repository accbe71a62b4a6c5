// Tensors whose memory goes back to the system as soon as they go: of a model that is laid out anew layer by layer, no
// two copies are there at a time, and the heap keeps no holes where the first one was.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

// On the CPU, with whatever is there. Small ones, and where the system has no such pages, are like any other tensor.
at::Tensor empty_on_own_pages(at::IntArrayRef shape, at::ScalarType type);

}  // namespace tfm
