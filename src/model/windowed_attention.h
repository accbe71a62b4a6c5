// Truncated self-attention: each position sees a neighbourhood of fixed width, so that time and memory grow with the
// length and not with its square.
#pragma once

#include <functional>

#include "model/attention_mask.h"
#include "model/key_value.h"

namespace tfm {

// Attention with any score over few keys: [B, H, T, K], 2 x [B, H, S, K], allowed (bool, broadcastable to [B, H, T, S])
// -> [B, H, T, K].
using DenseAttention = std::function<Tensor(const Tensor& query, const KeyValue& memory, const Tensor& allowed)>;

// Attention within the mask's window. The queries are cut into blocks; each block sees its own keys and the
// neighbouring ones within the window, which is one small dense attention for each block (as Longformer's sliding
// window, Beltagy et al. 2020). With a window of 2 and blocks of 4, the second block's queries q and what they see:
//   keys     0 1 2 3 4 5 6 7 8 9 ...
//   queries          q q q q
//   seen         * * * * * * * *
// [B, H, L, K], 2 x [B, H, L, K] -> [B, H, L, K]
Tensor windowed_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask,
                          const DenseAttention& attend);

}  // namespace tfm
