// Cross-attention that a loss looks at: the one layer whose weights are computed by themselves.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace tfm {

struct GuidedLayer {
  int64_t layer = 0;  // of the decoder, from 0
  // Filled in by a forward pass: [B, H, T, S], minus infinity where a key may not be attended to.
  at::Tensor log_weights{};
};

}  // namespace tfm
